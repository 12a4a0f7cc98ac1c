"""``rowloom web``: write the web page as a static site.

Write a page to edit, solve and play puzzles in a browser: on a simulated board that runs in the page or, in browsers
with Web Serial, on a real board. Any web server can serve the page, under any path. The page loads nothing from other
servers. Browsers do not run the page from a file:// address.

examples:
  rowloom web --out site           then copy the folder to a web server
  rowloom serve                    to see the page at once, on this computer
"""

import re
from argparse import ArgumentTypeError
from dataclasses import dataclass
from pathlib import Path

from rowloom.errors import CommandError
from rowloom.host.cli.common import echo, folder_name, log, prefix_errors, requiring
from rowloom.host.cli.options import option


def _site_address(text: str) -> str:
    if not re.fullmatch(r'https?://[^\s"<>?#]+', text):
        raise ArgumentTypeError(f"{text!r} is not an address such as https://example.org/puzzles/")
    return text


@dataclass(frozen=True, kw_only=True)
class WebOptions:
    out: Path = option("--out", required=True, type=folder_name, metavar="DIR",
                       help="the folder for the site; it is created if missing, and its other files are kept")
    url: str | None = option("--url", type=_site_address, metavar="URL",
                      help="the address where the site will be; links to the page then show a preview picture")


def run(options: WebOptions) -> int:
    with requiring("sim"):
        from rowloom.tools import ToolError
        from rowloom.web.site import write_site
    with prefix_errors(options.out, OSError):
        try:
            write_site(options.out, log, options.url or "")
        except ToolError as error:
            raise CommandError(f"the simulated board of the page cannot be built: {error}") from error
    echo(f"The site is in {options.out}")
    return 0
