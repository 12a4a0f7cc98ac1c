"""A server for the site. It delivers some of the site's files with faults."""

import threading
from contextlib import contextmanager
from functools import partial

from rowloom.web import serve

__all__ = ["CUT", "faulty_site"]

CUT = object()
"""A fault: the download ends in the middle of the file."""


class _Handler(serve._Handler):
    def __init__(self, *arguments, faults, **options):
        self.faults = faults
        super().__init__(*arguments, **options)

    @property
    def fault(self):
        return self.faults.get(self.path.lstrip("/"))

    def do_GET(self):
        fault = self.fault
        if fault is not None:
            del self.headers["If-Modified-Since"]  # otherwise, the browser would use its cached copy
        if isinstance(fault, int):
            self.send_error(fault)
        elif isinstance(fault, tuple):
            status, location = fault
            self.send_response(status)
            self.send_header("Location", location)
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif isinstance(fault, bytes) or fault is CUT:
            content = fault if isinstance(fault, bytes) else b"begun"
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(self.path))
            self.send_header("Content-Length", str(len(content) + 100 * (fault is CUT)))
            self.end_headers()
            self.wfile.write(content)
            self.close_connection = True
        else:
            super().do_GET()

    def end_headers(self):
        if self.fault is not None:
            self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def guess_type(self, path):
        return self.fault if isinstance(self.fault, str) else super().guess_type(path)


@contextmanager
def faulty_site(folder):
    """Serve a folder; yield its address and a dict of faults by the names of files. A fault is an HTTP status, a status
    with the address of a redirection, bytes in place of the file's content, a content type, or CUT.
    """
    faults = {}
    with serve.SiteServer(folder) as server:
        server.RequestHandlerClass = partial(_Handler, lambda path: None, directory=str(folder), faults=faults)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.url, faults
        server.shutdown()
