"""What can be built into a SoC, as people name it: ``slitherlink:10x10``."""

import re
from collections.abc import Callable, Iterable

from ..hw.soc.config import SoCConfig

__all__ = ["LARGE", "SMALL", "UnitError", "config_of"]

# What a device of 24,000 LUTs, and a larger one, is filled with if nothing else is asked for. More would fit, but the
# checker's search seldom ends on larger puzzles, and place-and-route takes longer.
SMALL, LARGE = ("slitherlink:10x10",), ("slitherlink:16x16",)


class UnitError(ValueError):
    """There is no such unit, or not in that size."""


def config_of(units: Iterable[str], clock_hz: int) -> SoCConfig:
    """A SoC with these units.

    Parameters
    ----------
    units : iterable of str
        Such as ``slitherlink:10x10``.
    clock_hz : int

    Raises
    ------
    UnitError
        If a unit is unknown, asked for twice, or cannot have that size.
    """
    options: dict[str, int] = {}
    seen = set()
    for unit in units:
        kind, _, size = unit.partition(":")
        if kind not in _UNITS:
            raise UnitError(f"there is no unit {kind!r}; known: {', '.join(_EXAMPLES)}")
        if kind in seen:
            raise UnitError(f"{kind} is asked for twice; a build has one of each")
        seen.add(kind)
        options |= _UNITS[kind](size)
    if not seen:
        raise UnitError(f"a build needs a unit, such as {_EXAMPLES[0]}")
    try:
        return SoCConfig(clock_hz=clock_hz, **options)
    except ValueError as error:
        raise UnitError(str(error)) from error


def _slitherlink(size: str) -> dict[str, int]:
    match = re.fullmatch(r"(\d+)x(\d+)", size)
    if not match:
        raise UnitError(f"slitherlink needs its largest size as rows and columns, such as slitherlink:10x10, "
                        f"not {size!r}")
    return {"rows": int(match[1]), "cols": int(match[2])}


_UNITS: dict[str, Callable[[str], dict[str, int]]] = {"slitherlink": _slitherlink}
_EXAMPLES = ("slitherlink:10x10",)
