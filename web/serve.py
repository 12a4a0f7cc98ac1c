"""A web server for the site, on this computer only."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

__all__ = ["SiteServer"]

_HOST = "127.0.0.1"


class SiteServer(ThreadingHTTPServer):
    """Serves the files of a folder; a context manager.

    Parameters
    ----------
    folder : Path
    port : int
        0 takes a free one. It raises OSError if the port is in use.

    Attributes
    ----------
    url : str
        Where a browser finds the site.
    """

    daemon_threads = True
    # On Windows, it would let two servers have the same port.
    allow_reuse_address = False

    def __init__(self, folder: Path, port: int = 0):
        super().__init__((_HOST, port), partial(_Handler, directory=str(folder)))
        self.url = f"http://{_HOST}:{self.server_port}/"


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

    def end_headers(self) -> None:
        # A page that was written anew is seen at once.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the terminal is the command's."""
