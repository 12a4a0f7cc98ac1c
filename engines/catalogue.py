"""The list of engines.

To add an engine, write its description (see :mod:`rowloom.engines.engine`) and add a line here;
docs/develop/adding-an-engine.md describes all the files of an engine.
"""

import re
from collections.abc import Iterable

from rowloom.engines.engine import Engine, EngineError, Instance, Size
from rowloom.engines.shading import CANAL, DYNASTY
from rowloom.engines.slitherlink import CHECKER, DEDUCER
from rowloom.engines.sudoku import PARALLEL, SCAN

__all__ = ["ENGINES", "FAST", "MOST_SOCS", "find", "parse", "parse_socs", "register"]

MOST_SOCS = 16
"""The maximum number of SoCs in a build. Four bits of a session's number select a SoC."""

FAST = "fast"
"""The name that selects the fast engine for the puzzle's genre."""

ENGINES: dict[str, Engine] = {}
"""The engines by name."""


def register(engine: Engine) -> None:
    """Add an engine; raise :class:`EngineError` if the name, or the number within the genre, is already in use."""
    if engine.name in (FAST, *ENGINES):
        raise EngineError(f"an engine {engine.name!r} already exists")
    if other := find(engine.genre.number, engine.number):
        raise EngineError(f"number {engine.number} of {engine.genre.name} already belongs to the {other.name} engine")
    ENGINES[engine.name] = engine


def find(genre: int, number: int) -> Engine | None:
    """Return the engine with these numbers in the protocol, or None."""
    return next((one for one in ENGINES.values() if (one.genre.number, one.number) == (genre, number)), None)


def parse(texts: Iterable[str]) -> tuple[Instance, ...]:
    """Parse the engines of a SoC, such as ``deducer:20x36,words=1024``.

    If the size is left out, as in ``scan,subsets=0``, the engine has its usual size. Raise :class:`EngineError` if an
    engine is unknown, occurs twice, or cannot be built with its size and options.
    """
    instances: dict[str, Instance] = {}
    for text in texts:
        head, *options = text.split(",")
        name, colon, size = head.partition(":")
        engine = ENGINES.get(name)
        if engine is None:
            raise EngineError(f"there is no engine {name!r}; there are: {', '.join(ENGINES)}")
        if name in instances:
            raise EngineError(f"{name} is given twice; a SoC has at most one engine of each kind")
        values: dict[str, int] = {}
        for option in options:
            key, _, value = option.lower().partition("=")
            if not re.fullmatch(r"\d{1,9}", value):
                raise EngineError(f"{text}: an option must be a name and a number, such as words=512, not {option!r}")
            if key in values:
                raise EngineError(f"{text}: {key} is given twice")
            values[key] = int(value)
        try:
            instances[name] = engine.instance(Size.parse(size.lower()) if colon else engine.usual, **values)
        except EngineError:
            raise
        except ValueError as error:
            raise EngineError(f"{text}: {error}") from error
    return tuple(instances.values())


def parse_socs(texts: Iterable[str]) -> list[tuple[Instance, ...]]:
    """Parse the engines of a build; return the engines of each SoC.

    ``deducer:16x16*4`` stands for four SoCs with this engine, and ``deducer+scan*4`` for four SoCs with these two
    engines. All engines without a ``*`` are together in one additional SoC, which comes first. Raise
    :class:`EngineError` for the same reasons as :func:`parse`, and if the number after ``*`` is not allowed.
    """
    first, socs = [], []
    for text in texts:
        engines, several, number = text.partition("*")
        if not several:
            first.append(text)
        elif re.fullmatch(r"\d{1,9}", number) and 1 <= int(number) <= MOST_SOCS:
            socs += [parse(engines.split("+"))] * int(number)
        else:
            raise EngineError(f"{text}: the number of SoCs after * must be 1 to {MOST_SOCS}, not {number!r}")
    return [parse(first), *socs] if first else socs


for _engine in (CHECKER, DEDUCER, PARALLEL, SCAN, DYNASTY, CANAL):
    register(_engine)
