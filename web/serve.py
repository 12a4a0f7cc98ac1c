"""A local web server for the site."""

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
        The port of the server; 0 selects a free port. OSError if the port is in use.
    make : callable
        Creates a file on demand: it is called with the path of each requested file, such as ``board/canal.wasm``. If
        it raises an exception, the browser gets the exception's message.

    Attributes
    ----------
    url : str
        The address of the site.
    """

    daemon_threads = True
    # On Windows, True would allow two servers at the same port.
    allow_reuse_address = False

    def __init__(self, folder: Path, port: int = 0, make: Callable[[str], None] = lambda path: None):
        super().__init__((_HOST, port), partial(_Handler, make, directory=str(folder)))
        self.url = f"http://{_HOST}:{self.server_port}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore the errors of closed connections."""


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # a browser loads many modules over one connection
    # These types override the system's list. Some systems list JavaScript as plain text, which browsers do not run.
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
        """Create the requested file if needed, and answer the request."""
        try:
            self._make(urlsplit(self.path).path.removeprefix("/"))
        except Exception as error:  # there are many ways in which a build can fail
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR, explain=str(error))
        else:
            super().do_GET()

    def end_headers(self) -> None:
        # After a file has been rewritten, browsers must not use old copies of it.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing, so that the terminal only shows the messages of the command."""
