"""A web server for the site, on this computer only."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

__all__ = ["SiteServer"]

_HOST = "127.0.0.1"


class SiteServer(ThreadingHTTPServer):
    """Serves the files of a folder; a context manager.

    Parameters
    ----------
    folder : Path
    port : int
        0 takes a free one. It raises OSError if the port is in use.
    make : callable
        Called with the path of each file that a browser wants, such as ``board/canal.wasm``: the file may be made only
        then. If that raises an exception, the browser gets its message.

    Attributes
    ----------
    url : str
        Where a browser finds the site.
    """

    daemon_threads = True
    # On Windows, it would let two servers have the same port.
    allow_reuse_address = False

    def __init__(self, folder: Path, port: int = 0, make: Callable[[str], None] = lambda path: None):
        super().__init__((_HOST, port), partial(_Handler, make, directory=str(folder)))
        self.url = f"http://{_HOST}:{self.server_port}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that has gone."""


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # one connection for many of the modules
    # Not as the system has them: a registry may call JavaScript plain text, which no browser runs.
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".css": "text/css",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
    }

    def __init__(self, make: Callable[[str], None], *arguments: Any, **options: Any):
        self._make = make
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        """Answer a request, after making the file if needed."""
        try:
            self._make(urlsplit(self.path).path.removeprefix("/"))
        except Exception as error:  # of many kinds
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR, explain=str(error))
        else:
            super().do_GET()

    def end_headers(self) -> None:
        # A page that was written anew is seen at once.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the terminal is the command's."""
