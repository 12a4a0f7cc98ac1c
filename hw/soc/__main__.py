"""``python -m rowloom.hw.soc``: prints a build's memory map."""

import argparse

from .config import SoCConfig
from .top import bus_map_of


def main() -> None:
    """Runs the command."""
    formats = {"markdown": "markdown", "c": "c_header", "json": "to_json", "ld": "linker_regions"}
    parser = argparse.ArgumentParser(
        prog="python -m rowloom.hw.soc", description="Prints the memory map of a build.",
        epilog="docs/memory-map.md holds the table for the usual size.")
    parser.add_argument("--format", choices=formats, default="markdown",
                        help="a table, the C header, JSON, or the linker's regions (default: markdown)")
    parser.add_argument("--rows", type=int, default=10, help="the largest puzzle's rows (default: 10)")
    parser.add_argument("--cols", type=int, default=10, help="the largest puzzle's columns (default: 10)")
    args = parser.parse_args()
    try:
        config = SoCConfig(rows=args.rows, cols=args.cols)
    except ValueError as error:
        parser.error(str(error))
    print(getattr(bus_map_of(config), formats[args.format])(), end="")


if __name__ == "__main__":
    main()
