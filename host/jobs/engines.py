"""The engines as the host uses them: which one takes a puzzle, and how people and programs are told of them.

What an engine is stands in its description, in :mod:`rowloom.engines.catalogue`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rowloom.engines.catalogue import ENGINES, FAST, find
from rowloom.engines.engine import Engine, Instance, Size
from rowloom.errors import Unsuitable
from rowloom.host.puzzles import BOARD_GENRES, GENRES, Puzzle
from rowloom.host.wire.protocol import Capability

__all__ = [
    "abilities", "boardless", "capabilities_of", "check_any", "choose", "counters", "engine_name",
    "engine_of", "engines_for", "in_words", "instances_for", "takes",
]  # fmt: skip


def engines_for(genre: str) -> list[Engine]:
    """Return the boards' engines that solve a genre, the fast one first; none if no board solves it."""
    if genre not in BOARD_GENRES:
        return []
    there = BOARD_GENRES[genre].genre
    return sorted(
        (one for one in ENGINES.values() if one.genre.name == there), key=lambda one: (not one.fast, one.number)
    )


def engine_of(genre: str, name: str) -> Engine | None:
    """Return the engine of that name, which may be :data:`.FAST`, if it solves the genre; None if none does."""
    return next((one for one in engines_for(genre) if one.name == name or (one.fast and name == FAST)), None)


def engine_name(genre: int, number: int) -> str:
    """Return the name of the engine with these numbers of the wire."""
    engine = find(genre, number)
    return engine.name if engine else f"engine {number}"


def counters(engine: Engine, counts: Sequence[int]) -> dict[str, int]:
    """Return an engine's counts by the names of its counters; counts without a name here are left out."""
    return {counter.name: count for counter, count in zip(engine.counters, counts)}


def abilities(capabilities: Iterable[Capability]) -> list[dict[str, Any]]:
    """Return what a build solves, as JSON tells it."""
    genres = {engine.genre.number: engine.genre.name for engine in ENGINES.values()}
    return [
        {
            "genre": genres.get(one.genre, f"genre {one.genre}"), "engine": engine_name(one.genre, one.engine),
            "rows": one.rows, "cols": one.cols,
        }
        for one in capabilities
    ]


def in_words(ability: Mapping[str, Any]) -> str:
    """Say one of :func:`abilities`, or of a manifest's engines."""
    size = Size(ability["rows"], ability["cols"])
    engine = ENGINES.get(ability["engine"])
    return f"{ability['genre']} {engine.takes(size) if engine else f'up to {size}'} ({ability['engine']})"


def boardless(genre: str) -> str:
    """Say that boards do not solve a genre, and what does."""
    return f"no board solves {genre}; {_ON_THIS_COMPUTER}"


_ON_THIS_COMPUTER = "on this computer, `rowloom solve --engine sat` can"
"""The engine "sat" takes all genres and sizes."""


def takes(engine: Engine, size: Size) -> bool:
    """Tell whether an engine can be built for puzzles of a size, upright or turned by 90 degrees."""
    return any(engine.fits(engine.sizes.largest, one) for one in (size, size.turned))


def choose(puzzle: Puzzle, capabilities: Sequence[Capability], asked: str | None = None) -> tuple[Engine, bool]:
    """Choose the engine of a board that solves a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
    capabilities : sequence of Capability
        The board's engines.
    asked : str, optional
        The name of the engine to take; the first that the puzzle fits, if it is not said.

    Returns
    -------
    Engine, bool
        The engine, and whether the puzzle fits only if it is turned by 90 degrees.

    Raises
    ------
    Unsuitable
        If no board solves the genre, or this build does not, is without the engine, or takes other sizes only.
    """
    return _choice(puzzle.genre, Size(puzzle.rows, puzzle.cols), tuple(capabilities), asked)


@lru_cache
def _choice(genre: str, size: Size, capabilities: Sequence[Capability], asked: str | None) -> tuple[Engine, bool]:
    """Choose for all puzzles of a genre and a size."""
    known = engines_for(genre)
    if not known:
        raise Unsuitable(boardless(genre))
    there = {one.engine: one for one in capabilities if one.genre == known[0].genre.number}
    if not there:
        raise Unsuitable(
            f"this build does not solve {genre}: leave out --port and --with to simulate one that does"
        )
    if asked is not None:
        engine = engine_of(genre, asked)
        if engine is None or engine.number not in there:
            raise Unsuitable(f"this build has no {engine.name if engine else asked} engine for {genre}")
        known = [engine]
    built = [(engine, there[engine.number]) for engine in known if engine.number in there]
    if not built:
        raise Unsuitable(f"this build solves {genre} only by an engine that is not known here")
    for engine, capability in built:
        for turned in (False, True):
            if engine.fits(Size(capability.rows, capability.cols), size.turned if turned else size):
                return engine, turned
    raise Unsuitable(_unfitting(genre, size, known, built))


def _unfitting(genre: str, size: Size, known: Sequence[Engine], built: Sequence[tuple[Engine, Capability]]) -> str:
    """Say why none of the engines that are there takes a puzzle of this genre and size, and what would."""
    if not any(engine.sizes.largest.holds(one) for engine in known for one in (size, size.turned)):
        largest = max(engine.sizes.largest for engine in known)
        return f"{size} is too large: no build takes more than {largest}; {_ON_THIS_COMPUTER}"
    sizes = dict.fromkeys(engine.takes(Size(one.rows, one.cols)) for engine, one in built)
    small = any(engine.sizes.exact and Size(one.rows, one.cols).holds(size) for engine, one in built)
    return (
        f"{size} is too {'small' if small else 'large'} for this build, which takes {' or '.join(sizes)}:"
        " use a board built for it, or leave out --port, --with and --engine to simulate one"
    )


def capabilities_of(instances: Iterable[Instance]) -> list[Capability]:
    """Return what a board with these engines says of them."""
    return [Capability(one.engine.genre.number, one.engine.number, *one.size) for one in instances]


def check_any(puzzles: Sequence[Puzzle], instances: Iterable[Instance], asked: str | None = None) -> None:
    """Raise :class:`Unsuitable` if a board with these engines takes none of the puzzles, of which there are some."""
    capabilities, faults = capabilities_of(instances), []
    for puzzle in puzzles:
        try:
            choose(puzzle, capabilities, asked)
        except Unsuitable as error:
            faults.append(f"{puzzle.name}: {error}")
        else:
            return
    raise Unsuitable(faults[0])


def instances_for(puzzles: Sequence[Puzzle], asked: str | None = None) -> list[Instance]:
    """Return the engines that a simulated board needs for puzzles, each as large as needed.

    Parameters
    ----------
    puzzles : sequence of Puzzle
        Those that no engine takes are left out.
    asked : str, optional
        The name of the engine to take; the first that a puzzle fits, if it is not said.

    Raises
    ------
    Unsuitable
        If no board solves any of the genres, or none of them by the engine that was asked for.
    """
    genres = list(dict.fromkeys(puzzle.genre for puzzle in puzzles)) or list(GENRES)[:1]
    engines = {genre: engines_for(genre) for genre in genres}
    if not any(engines.values()):
        raise Unsuitable(boardless(genres[0]))
    if asked is not None:
        engines = {genre: [one] if (one := engine_of(genre, asked)) else [] for genre in genres}
        if not any(engines.values()):
            raise Unsuitable(f"there is no {asked} engine for {' or '.join(genres)}")
    sizes: dict[Engine, Size] = {}
    for puzzle in puzzles:
        for engine in engines[puzzle.genre]:
            if larger := _grown(engine, sizes.get(engine, engine.usual), Size(puzzle.rows, puzzle.cols)):
                sizes[engine] = larger
                break
    for some in engines.values():
        if some and sizes.keys().isdisjoint(some):
            sizes[some[0]] = some[0].usual
    return [engine.instance(size) for engine, size in sizes.items()]


def _grown(engine: Engine, built: Size, size: Size) -> Size | None:
    """Return the size of a build that also takes puzzles of another size, None if there can be none."""
    if any(engine.fits(built, one) for one in (size, size.turned)):
        return built
    for one in (size, size.turned):
        if not engine.sizes.exact and engine.fits(engine.sizes.largest, one):
            return Size(max(built.rows, one.rows), max(built.cols, one.cols))
    return None
