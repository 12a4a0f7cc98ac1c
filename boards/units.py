"""What can be built into a SoC, as people name it: ``slitherlink:64x36``."""

import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from ..hw.soc.config import Size, SoCConfig

__all__ = ["LARGE", "SMALL", "UnitError", "config_of", "describe", "solved_by", "units_of"]

# What a device of 24,000 LUTs, and a larger one, is filled with if nothing else is asked for. More would fit, but the
# checker's search seldom ends on larger puzzles, and place-and-route takes longer.
SMALL, LARGE = ("checker:10x10",), ("checker:16x16",)


class UnitError(ValueError):
    """There is no such unit, or not in that size."""


def config_of(units: Iterable[str], clock_hz: int) -> SoCConfig:
    """A SoC with these units.

    Parameters
    ----------
    units : iterable of str
        Such as ``slitherlink:64x36``, ``slitherlink:20x36,lanes=2,words=1024`` or ``sudoku-any:81x81,subsets=9``.
    clock_hz : int

    Raises
    ------
    UnitError
        If a unit is unknown, asked for twice, or cannot have that size.
    """
    sizes: dict[str, Size] = {}
    choices: dict[str, int] = {}
    for unit in units:
        kind, _, choice = unit.partition(":")
        if kind not in _UNITS:
            raise UnitError(f"there is no unit {kind!r}; known: {', '.join(_EXAMPLES.values())}")
        if _UNITS[kind] in sizes:
            raise UnitError(f"{kind} is asked for twice; a build has one of each")
        size, *options = choice.lower().split(",")
        try:
            sizes[_UNITS[kind]] = Size.parse(size)
        except ValueError as error:
            raise UnitError(f"{kind} needs its largest size as rows and columns, such as {_EXAMPLES[kind]}, "
                            f"not {size!r}") from error
        for option in options:
            name, _, value = option.partition("=")
            if name not in _OPTIONS.get(kind, ()) or not re.fullmatch(r"\d{1,9}", value):
                examples = (f"{name}={value}" for name, value in _OPTIONS.get(kind, {}).items())
                example = ",".join([_EXAMPLES[kind], *examples]) if kind in _OPTIONS else "none"
                raise UnitError(f"{kind} has no option {option!r}; it takes {example}")
            choices[f"{_UNITS[kind]}_{name}"] = int(value)
    if not sizes:
        raise UnitError(f"a build needs a unit, such as {' or '.join(_EXAMPLES.values())}")
    try:
        return SoCConfig.with_engines(sizes, clock_hz=clock_hz, **choices)
    except ValueError as error:
        raise UnitError(str(error)) from error


def units_of(config: SoCConfig) -> tuple[str, ...]:
    """What :func:`config_of` would be asked for to have these engines."""
    usual = {field.name: field.default for field in fields(SoCConfig)}
    return tuple(
        f"{kind}:{config.engines[engine]}" + "".join(
            f",{name}={chosen}" for name in _OPTIONS.get(kind, ())
            if (chosen := getattr(config, f"{engine}_{name}")) != usual[f"{engine}_{name}"])
        for kind, engine in _UNITS.items() if engine in config.engines)


def solved_by(config: SoCConfig) -> list[dict[str, Any]]:
    """What a build solves, an engine an entry, as manifests tell it."""
    return [{"genre": genre, "engine": name, **size._asdict()}
            for engine, size in config.engines.items() for genre, name in _SOLVE[engine]]


def describe(config: SoCConfig) -> str:
    """The same for a person."""
    return ", ".join(f"{unit['genre'].capitalize()} {unit['rows']}x{unit['cols']} ({unit['engine']})"
                     for unit in solved_by(config))


_UNITS = {"slitherlink": "deducer", "checker": "checker", "sudoku": "sudoku", "sudoku-any": "scan"}
"""The engine that a unit brings."""
_OPTIONS = {"slitherlink": {"lanes": 2, "words": 1024}, "sudoku": {"peers": 1}, "sudoku-any": {"subsets": 4}}
"""What else can be chosen of a unit: lanes that work side by side, and rows of state in the memory of each; whether
guesses go by what a cell shares with its peers; the largest order in which subsets are looked for. Each with an
example."""
_EXAMPLES = {
    "slitherlink": "slitherlink:64x36", "checker": "checker:10x10",
    "sudoku": "sudoku:9x9", "sudoku-any": "sudoku-any:25x25",
}
_SOLVE = {
    "deducer": [("slitherlink", "fast")], "checker": [("slitherlink", "checker")],
    "sudoku": [("sudoku", "fast"), ("sudoku", "steps")], "scan": [("sudoku", "scan")],
}
"""The genres that each engine solves, and as what the host knows it."""
