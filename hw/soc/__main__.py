"""``python -m rowloom.hw.soc``: prints a build's memory map."""

import argparse

from .config import ENGINES, Size, SoCConfig
from .top import bus_map_of


def main() -> None:
    """Runs the command."""
    formats = {"markdown": "markdown", "c": "c_header", "json": "to_json", "ld": "linker_regions"}
    parser = argparse.ArgumentParser(
        prog="python -m rowloom.hw.soc",
        description="Prints the memory map of a build: of the usual one, or of one with the engines that are named.",
        epilog="docs/memory-map.md holds the table for the usual build.")
    parser.add_argument("--format", choices=formats, default="markdown",
                        help="a table, the C header, JSON, or the linker's regions (default: markdown)")
    for engine in ENGINES:
        parser.add_argument(f"--{engine}", metavar="RxC",
                            help=f"with a {engine} for puzzles up to that size, such as 10x10")
    args = parser.parse_args()
    try:
        named = {engine: Size.parse(text) for engine in ENGINES if (text := getattr(args, engine))}
        config = SoCConfig.with_engines(named) if named else SoCConfig()
    except ValueError as error:
        parser.error(str(error))
    print(getattr(bus_map_of(config), formats[args.format])(), end="")


if __name__ == "__main__":
    main()
