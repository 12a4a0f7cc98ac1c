"""The engines as this side knows them: their names, how large they can be built, what fits, and what they count."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rowloom.host.protocol import Capability, Engine
from rowloom.host.puzzles import BOARD_GENRES, slitherlink, sudoku

if TYPE_CHECKING:
    from rowloom.hw.soc.config import SoCConfig

__all__ = [
    "KINDS",
    "NAMES",
    "PREFERRED",
    "Kind",
    "Size",
    "abilities",
    "boardless",
    "counters",
    "engine_name",
    "engine_named",
    "in_words",
    "kind_of",
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


_ANY = Size(255, 255)
"""What a size on the wire can be."""


@dataclass(frozen=True)
class Kind:
    """What there is to know of an engine for a genre.

    Parameters
    ----------
    largest : Size
        The largest that it can be built for.
    unit : str
        The gateware's unit, as :class:`rowloom.hw.soc.config.SoCConfig` calls it.
    counters : tuple of str
        What it counts; see :func:`counters`.
    exact : bool
        A build takes only puzzles of the size that it was made for, and not smaller ones as well.
    whole : Size
        The largest that passes over the line whole; the cells of a larger one are stored in the engine's memory.
    """

    largest: Size
    unit: str = ""
    counters: tuple[str, ...] = ("nodes",)
    exact: bool = False
    whole: Size = _ANY

    def fits(self, built: Size, size: Size) -> bool:
        """Whether one that was built for a size takes a puzzle of another."""
        return size == built if self.exact else built.holds(size)

    def takes(self, built: Size) -> str:
        """What one that was built for a size takes, in words."""
        return str(built) if self.exact else f"up to {built}"


_SUDOKU_COUNTERS = "nodes", "guesses", "rounds", "clocks"

KINDS = {
    (slitherlink.GENRE_ID, Engine.CHECKER): Kind(Size(32, 32), "checker", ("nodes", "backs", "candidates")),
    (slitherlink.GENRE_ID, Engine.FAST): Kind(
        Size(64, 36), "deducer", ("nodes", "probes", "visits", "sweeping", "joining", "flooding", "probing")
    ),
    (sudoku.GENRE_ID, Engine.FAST): Kind(Size(9, 9), "sudoku", _SUDOKU_COUNTERS, exact=True),
    (sudoku.GENRE_ID, Engine.STEPS): Kind(Size(9, 9), "sudoku", _SUDOKU_COUNTERS, exact=True),
    (sudoku.GENRE_ID, Engine.SCAN): Kind(
        Size(225, 225),
        "scan",
        ("nodes", "guesses", "visits", "placed", "hidden", "excluded", "subsets"),
        whole=Size(16, 16),
    ),
}
"""By the numbers of genre and engine."""

_UNKNOWN = Kind(_ANY)

PREFERRED = Engine.FAST, Engine.SCAN, Engine.CHECKER, Engine.STEPS
"""Which of the engines that a puzzle fits takes it, if it is not said."""

NAMES = tuple(engine.name.lower() for engine in Engine)

_TITLES = {
    Engine.CHECKER: "checker",
    Engine.FAST: "fast engine",
    Engine.STEPS: "fast engine in steps",
    Engine.SCAN: "scan engine",
}


def kind_of(genre: int, engine: int) -> Kind:
    """The kind with those numbers; of one that this side does not know, what can be said of all."""
    return KINDS.get((genre, engine), _UNKNOWN)


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
    genres = {genre.GENRE_ID: name for name, genre in BOARD_GENRES.items()}
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
    genre, engine = ability["genre"], ability["engine"]
    known = genre in BOARD_GENRES and engine in NAMES
    kind = kind_of(BOARD_GENRES[genre].GENRE_ID, engine_named(engine)) if known else _UNKNOWN
    return f"{genre} {kind.takes(Size(ability['rows'], ability['cols']))} ({engine})"


def boardless(genre: str) -> str:
    """Why no board takes puzzles of a genre for which there is no gateware, and what solves them."""
    from rowloom.host.solvers import ENGINES  # imported late: it builds on this module

    names = [name for name, engine in ENGINES.items() if genre in engine.genres]
    return f"no board solves {genre}; take a software engine: {' or '.join(f'--engine {name}' for name in names)}"


def counters(genre: int, engine: int, counts: Sequence[int]) -> dict[str, int]:
    """What an engine has counted, by name.

    For the checker: assignments that it judged (``nodes``), how often the search went back to an earlier cell
    (``backs``), how often all clue cells were assigned (``candidates``).

    For Slitherlink's fast engine: ``nodes`` of the search, cells probed (``probes``), rows visited (``visits``), and
    clock cycles: of ``sweeping`` rows, of ``joining`` lines, of ``flooding``, and what ``probing`` takes beyond these.

    For Sudoku's fast engine, in steps or not: ``nodes`` of the search, ``guesses``, ``rounds`` of deduction, and the
    ``clocks`` of the engine's own time.

    For the scan engine: ``nodes`` and ``guesses``, units visited (``visits``), cells ``placed``, those of them that
    were ``hidden`` singles, parts of lines from which locked candidates were ``excluded``, and cells that lost some to
    ``subsets``.

    Counts that this side has no name for are left out.
    """
    return dict(zip(kind_of(genre, engine).counters, counts))


def soc_config(capabilities: Iterable[Capability], **parameters: int) -> "SoCConfig":
    """The parameters of a build with these engines, which must be among the :data:`KINDS`.

    Raises
    ------
    ImportError
        If what builds gateware is not installed.
    ValueError
        If there can be no such build.
    """
    from rowloom.hw.soc import config

    sizes = {
        KINDS[capability.genre, capability.engine].unit: config.Size(capability.rows, capability.cols)
        for capability in capabilities
    }
    return config.SoCConfig.with_engines(sizes, **parameters)
