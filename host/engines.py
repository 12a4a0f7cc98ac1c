"""The engines as this side knows them: their names, how large they can be built, and what they count."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rowloom.host.protocol import Capability, Engine
from rowloom.host.puzzles import GENRES

if TYPE_CHECKING:
    from rowloom.hw.soc.config import SoCConfig

__all__ = [
    "LARGEST",
    "NAMES",
    "Size",
    "abilities",
    "counters",
    "engine_name",
    "engine_named",
    "in_words",
    "soc_config",
    "title",
]


class Size(NamedTuple):
    """How large a puzzle is, or the largest of a build."""

    rows: int
    cols: int

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"

    @property
    def turned(self) -> "Size":
        """By 90 degrees."""
        return Size(self.cols, self.rows)

    def holds(self, other: "Size") -> bool:
        """Whether a puzzle of the other size fits."""
        return other.rows <= self.rows and other.cols <= self.cols


LARGEST = {Engine.CHECKER: Size(32, 32), Engine.FAST: Size(64, 36)}
"""The largest that each can be built for."""

NAMES = tuple(engine.name.lower() for engine in Engine)

_TITLES = {Engine.CHECKER: "checker", Engine.FAST: "fast engine"}

_UNITS = {Engine.CHECKER: "checker", Engine.FAST: "deducer"}
"""The gateware's units."""

_COUNTERS = {
    Engine.CHECKER: ("nodes", "backs", "candidates"),
    Engine.FAST: ("nodes", "probes", "visits", "sweeping", "joining", "flooding", "probing"),
}


def engine_name(number: int) -> str:
    """An engine's name as the command line and its JSON show it."""
    return Engine(number).name.lower() if number in set(Engine) else f"engine {number}"


def engine_named(name: str) -> Engine:
    """The engine of that name; ValueError if there is none."""
    if name not in NAMES:
        raise ValueError(f"there is no engine {name!r}; there are: {', '.join(NAMES)}")
    return Engine[name.upper()]


def title(number: int) -> str:
    """An engine's name in a sentence."""
    return _TITLES.get(number, engine_name(number))


def abilities(capabilities: Iterable[Capability]) -> list[dict[str, Any]]:
    """What a build solves, as JSON shows it."""
    genres = {genre.GENRE_ID: name for name, genre in GENRES.items()}
    return [
        {
            "genre": genres.get(capability.genre, f"genre {capability.genre}"),
            "engine": engine_name(capability.engine),
            "rows": capability.rows,
            "cols": capability.cols,
        }
        for capability in capabilities
    ]


def in_words(ability: Mapping[str, Any]) -> str:
    """One of :func:`abilities`, or of a manifest's units, for a person."""
    return f"{ability['genre']} up to {ability['rows']}x{ability['cols']} ({ability['engine']})"


def counters(number: int, counts: Sequence[int]) -> dict[str, int]:
    """What an engine has counted, by name.

    For the checker: assignments that it judged (``nodes``), how often the search went back to an earlier cell
    (``backs``), how often all clue cells were assigned (``candidates``).

    For the fast engine: ``nodes`` of the search, cells probed (``probes``), rows visited (``visits``), and clock
    cycles: of ``sweeping`` rows, of ``joining`` lines, of ``flooding``, and what ``probing`` takes beyond these.

    Counts that this side has no name for are left out.
    """
    return dict(zip(_COUNTERS.get(number, ("nodes",)), counts))


def soc_config(sizes: Mapping[Engine, tuple[int, int]], **parameters: int) -> "SoCConfig":
    """The parameters of a build with these engines.

    Raises
    ------
    ImportError
        If what builds gateware is not installed.
    ValueError
        If there can be no such build.
    """
    from rowloom.hw.soc import config

    units = {unit: config.Size(*sizes[engine]) if engine in sizes else None for engine, unit in _UNITS.items()}
    return config.SoCConfig(**units, **parameters)
