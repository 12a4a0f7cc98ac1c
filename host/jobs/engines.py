"""Choose board engines for puzzles, and describe board engines for people and programs.

:mod:`rowloom.engines.catalogue` defines the engines.
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
    "abilities", "boardless", "can_be_built_for", "capabilities_of", "check_any", "choose", "counters",
    "describe_capability", "engine_name", "engine_of", "engines_for", "instances_for", "makers",
]  # fmt: skip


def engines_for(genre: str) -> list[Engine]:
    """Return the board engines that solve a genre, the fast engine first. The list is empty if no board solves it."""
    there = BOARD_GENRES[genre].genre if genre in BOARD_GENRES else None
    return sorted((one for one in ENGINES.values() if one.genre.name == there),
                  key=lambda one: (not one.fast, one.number))


def engine_of(genre: str, name: str) -> Engine | None:
    """Return the engine with this name for a genre, or the fast engine if the name is :data:`.FAST`; None if there is
    no such engine."""
    return next((one for one in engines_for(genre) if one.name == name or (one.fast and name == FAST)), None)


def engine_name(genre: int, number: int) -> str:
    """Return the name of the engine with these numbers in the link protocol."""
    engine = find(genre, number)
    return engine.name if engine else f"engine {number}"


def counters(engine: Engine, counts: Sequence[int]) -> dict[str, int]:
    """Return the values of an engine's counters by name; leave out counters that this version does not know."""
    return {counter.name: count for counter, count in zip(engine.counters, counts)}


def abilities(capabilities: Iterable[Capability]) -> list[dict[str, Any]]:
    """Return a description of a build's engines that can be printed as JSON."""
    genres = {engine.genre.number: engine.genre.name for engine in ENGINES.values()}
    return [{"genre": genres.get(one.genre, f"genre {one.genre}"), "engine": engine_name(one.genre, one.engine),
             "rows": one.rows, "cols": one.cols} for one in capabilities]  # fmt: skip


def makers(socs: Sequence[Sequence[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Return the engines that make puzzles: for each engine, its item of :func:`abilities`, and ``at_a_time``, the
    number of SoCs that have this engine. ``socs`` contains the abilities of each SoC."""
    there = [ability for soc in socs for ability in soc
             if ability["engine"] in ENGINES and "thin" in ENGINES[ability["engine"]].tasks]
    return [{**ability, "at_a_time": there.count(ability)}
            for number, ability in enumerate(there) if ability not in there[:number]]


def describe_capability(ability: Mapping[str, Any]) -> str:
    """Describe an engine for users; ``ability`` is an item of :func:`abilities`, or of the engines in a manifest."""
    size = Size(ability["rows"], ability["cols"])
    engine = ENGINES.get(ability["engine"])
    return f"{ability['genre']} {engine.takes(size) if engine else f'up to {size}'} ({ability['engine']})"


_ON_THIS_COMPUTER = "`rowloom solve --engine sat` solves it on this computer"


def boardless(genre: str) -> str:
    """Return the message for a genre that no board solves."""
    return f"no board solves {genre}; {_ON_THIS_COMPUTER}"


def can_be_built_for(engine: Engine, size: Size) -> bool:
    """Return whether an engine can be built for puzzles of this size; the puzzles may be turned by 90 degrees."""
    return any(engine.fits(engine.sizes.largest, one) for one in (size, size.turned))


def choose(puzzle: Puzzle, capabilities: Sequence[Capability], asked: str | None = None) -> tuple[Engine, bool]:
    """Choose an engine of a board for a puzzle: the ``asked`` engine, or by default the first engine that has room for
    the puzzle.

    Return the engine, and whether the puzzle must be turned by 90 degrees to fit. Raises :class:`Unsuitable` if no
    board solves the genre, if this build does not solve the genre or this size, or if it has no ``asked`` engine.
    """
    return _choice(puzzle.genre, Size(puzzle.rows, puzzle.cols), tuple(capabilities), asked)


@lru_cache
def _choice(genre: str, size: Size, capabilities: Sequence[Capability], asked: str | None) -> tuple[Engine, bool]:
    known = engines_for(genre)
    if not known:
        raise Unsuitable(boardless(genre))
    there = {one.engine: one for one in capabilities if one.genre == known[0].genre.number}
    if not there:
        raise Unsuitable(f"this build does not solve {genre}: leave out --port and --with to simulate one that does")
    if asked is not None:
        engine = engine_of(genre, asked)
        if engine is None or engine.number not in there:
            raise Unsuitable(f"this build has no {engine.name if engine else asked} engine for {genre}")
        known = [engine]
    built = [(engine, there[engine.number]) for engine in known if engine.number in there]
    if not built:
        raise Unsuitable(f"this build solves {genre} only with an engine that this version does not know")
    for engine, capability in built:
        for turned in (False, True):
            if engine.fits(Size(capability.rows, capability.cols), size.turned if turned else size):
                return engine, turned
    if not any(engine.sizes.largest.holds(one) for engine in known for one in (size, size.turned)):
        largest = max(engine.sizes.largest for engine in known)
        raise Unsuitable(f"{size} is too large: no build solves more than {largest}; {_ON_THIS_COMPUTER}")
    sizes = dict.fromkeys(engine.takes(Size(one.rows, one.cols)) for engine, one in built)
    small = any(engine.sizes.exact and Size(one.rows, one.cols).holds(size) for engine, one in built)
    raise Unsuitable(f"{size} is too {'small' if small else 'large'} for this build, which solves {' or '.join(sizes)}:"
                     " use a board built for it, or leave out --port, --with and --engine to simulate a board")


def capabilities_of(instances: Iterable[Instance]) -> list[Capability]:
    """Return the capabilities that a board with these engines would report."""
    return [Capability(one.engine.genre.number, one.engine.number, *one.size) for one in instances]


def check_any(puzzles: Sequence[Puzzle], instances: Iterable[Instance], asked: str | None = None) -> None:
    """Raise :class:`Unsuitable` if a board with these engines could not solve any of the puzzles. There must be at
    least one puzzle."""
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
    """Return the engines of a simulated board for these puzzles, in the sizes that the puzzles need.

    Puzzles that no engine can solve are ignored. ``asked`` is the same as for :func:`choose`. Raises
    :class:`Unsuitable` if no board solves any of the puzzles' genres, or if the ``asked`` engine solves none of these
    genres.
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
    """Return a size at which the engine has room for puzzles of both sizes, ``built`` and ``size``; None if there is no
    such size."""
    if any(engine.fits(built, one) for one in (size, size.turned)):
        return built
    for one in (size, size.turned):
        if not engine.sizes.exact and engine.fits(engine.sizes.largest, one):
            return Size(max(built.rows, one.rows), max(built.cols, one.cols))
    return None
