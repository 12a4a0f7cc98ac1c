"""``rowloom serve``: open the web page on this computer, to edit, solve and play puzzles.

Serve the page that `rowloom web` writes, to this computer only, and open the page in the browser. Puzzles are solved on
a simulated board that runs in the page or, in browsers with Web Serial, on a real board. The simulated board of a genre
is built when the page needs it for the first time; this takes half a minute.

examples:
  rowloom serve                    at a free port, until Ctrl-C
  rowloom serve --port 8000 --no-open
                                   always at http://127.0.0.1:8000/
"""

import tempfile
import webbrowser
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rowloom.host.cli.common import echo, integer, log, prefix_errors, requiring
from rowloom.host.cli.options import flag, option


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    port: int = option("--port", type=integer(0, 65535), default=0, metavar="PORT",
                       help="TCP port (default: a free one)")
    no_open: bool = flag("--no-open", "do not open the browser")


def run(options: ServeOptions) -> int:
    with requiring("sim"):
        # Imported here, so that no other command spends time on it.
        from rowloom.web.serve import SiteServer
        from rowloom.web.site import Modules, write_page

    with (tempfile.TemporaryDirectory(prefix="rowloom-") as folder, Modules(Path(folder), log) as modules):
        with prefix_errors(f"port {options.port}", OSError):
            server = SiteServer(Path(folder), options.port, modules.make)
        with server:
            with prefix_errors(folder, OSError):
                write_page(Path(folder))
            echo(f"The page is at {server.url}; Ctrl-C ends it")
            if not options.no_open:
                webbrowser.open(server.url)
            with suppress(KeyboardInterrupt):
                server.serve_forever()
    return 0
