"""``python -m rowloom.firmware``: print the memory map of a build."""

import argparse

from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import fitted
from rowloom.hw.soc.top import bus_map_of


def main() -> None:
    """Run the command."""
    formats = {"markdown": "markdown", "c": "c_header", "ld": "linker_regions"}
    parser = argparse.ArgumentParser(
        prog="python -m rowloom.firmware",
        description="Print the memory map of a build with these engines.",
        epilog="docs/develop/memory-map.md has the table for the usual build.")
    parser.add_argument("--format", choices=formats, default="markdown",
                        help="a table, the C header, or the linker's regions (default: markdown)")
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help="such as checker:10x10 (default: the usual build)")
    args = parser.parse_args()
    try:
        config = SoCConfig.of(*args.engines)
    except ValueError as error:
        parser.error(str(error))
    print(getattr(bus_map_of(fitted(config)), formats[args.format])(), end="")


if __name__ == "__main__":
    main()
