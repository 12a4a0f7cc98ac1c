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
        0 selects a free port. OSError if the port is in use.
    make : callable
        Called with the path of each requested file, such as ``board/canal.wasm``, to create the file on demand. The
        browser gets the message of an exception.

    Attributes
    ----------
    url : str
        The address of the site.
    """

    daemon_threads = True
    # On Windows, this would allow two servers at the same port.
    allow_reuse_address = False

    def __init__(self, folder: Path, port: int = 0, make: Callable[[str], None] = lambda path: None):
        super().__init__((_HOST, port), partial(_Handler, make, directory=str(folder)))
        self.url = f"http://{_HOST}:{self.server_port}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore closed connections."""


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # a connection loads many modules
    # Independent of the system: a registry may say that JavaScript is plain text, which browsers do not run.
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
        """Answer a request, and create the file before if needed."""
        try:
            self._make(urlsplit(self.path).path.removeprefix("/"))
        except Exception as error:  # builds fail in many ways
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR, explain=str(error))
        else:
            super().do_GET()

    def end_headers(self) -> None:
        # Browsers must not use old copies of a rewritten page.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal free for messages of the command."""
