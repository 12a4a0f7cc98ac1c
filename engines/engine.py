"""The description of an engine: plain data from which all other lists of engines are derived.

This module does not import Amaranth: a computer with only a board needs no packages that build gateware.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from math import isqrt
from typing import Any, NamedTuple, Self

from rowloom.errors import RowloomError

__all__ = [
    "Counter", "Default", "Engine", "EngineError", "Genre", "Instance", "Option", "Orders", "Size", "Unit", "UpTo",
    "clued_genre", "deduction_counters", "words_option"]


class EngineError(RowloomError, ValueError):
    """An unknown engine, size or option."""


class Size(NamedTuple):
    """Rows and columns of a grid, in cells."""

    rows: int
    cols: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse ``10x10``; raise ValueError for any other text."""
        match = re.fullmatch(r"(\d+)x(\d+)", text)
        if not match:
            raise ValueError(f"a size is rows and columns, such as 10x10, not {text!r}")
        return cls(int(match[1]), int(match[2]))

    @classmethod
    def of_order(cls, order: int) -> Self:
        """Return the size of a Sudoku of an order."""
        return cls(order**2, order**2)

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"

    @property
    def turned(self) -> Self:
        """The size after a rotation by 90 degrees."""
        return type(self)(self.cols, self.rows)

    def holds(self, other: "Size") -> bool:
        """Return whether a grid of the other size fits into one of this size."""
        return other.rows <= self.rows and other.cols <= self.cols


@dataclass(frozen=True)
class UpTo:
    """Any size up to the largest; a build also solves all smaller puzzles."""

    rows: int
    cols: int
    exact = False

    @property
    def largest(self) -> Size:
        """The largest size that the engine can be built for."""
        return Size(self.rows, self.cols)

    def check(self, engine: str, size: Size) -> None:
        """Raise :class:`EngineError` if the engine cannot be built for this size."""
        for count, most, what in zip(size, self.largest, ("rows", "columns")):
            if not 1 <= count <= most:
                raise EngineError(f"the {engine} engine takes 1 to {most} {what}, not {count}")

    def parameters(self, size: Size) -> dict[str, int]:
        """Return the size as the parameters of the peripheral and of the firmware: ``rows`` and ``cols``."""
        return size._asdict()


@dataclass(frozen=True)
class Orders:
    """Sudokus of the orders ``least`` to ``most``; a build also solves smaller orders unless it is ``exact``.

    Methods as of :class:`UpTo`; the parameter is the ``order``.
    """

    least: int
    most: int
    exact: bool = False

    @property
    def largest(self) -> Size:
        return Size.of_order(self.most)

    def check(self, engine: str, size: Size) -> None:
        order = isqrt(size.rows)
        if Size.of_order(order) != size:
            raise EngineError(f"a Sudoku is 4x4, 9x9, 16x16 and so on, not {size}")
        if not self.least <= order <= self.most:
            raise EngineError(f"the {engine} engine takes {Size.of_order(self.least)} to {self.largest}, not {size}")

    def parameters(self, size: Size) -> dict[str, int]:
        return {"order": isqrt(size.rows)}


@dataclass(frozen=True)
class Genre:
    """A genre that gateware solves, and its encoding on the wire (docs/develop/protocol.md)."""

    name: str
    """As in ``rowloom.host.puzzles``."""
    number: int
    """On the wire; never changes."""
    puzzle_bytes: Callable[[Size], int]
    """Return the maximum number of bytes of a puzzle of a size."""
    solution_bytes: Callable[[Size], int]
    """Return the maximum number of bytes of a solution of a size."""


def clued_genre(name: str, number: int, clue_bits: int) -> Genre:
    """Return a genre whose puzzles are a bit for each cell, 1 if it has a clue, and then the clues; solutions are a bit
    for each cell."""
    def packed(size: Size, bits: int) -> int:
        return (size.rows * size.cols * bits + 7) // 8

    return Genre(name, number, puzzle_bytes=lambda size: packed(size, 1) + packed(size, clue_bits),
                 solution_bytes=lambda size: packed(size, 1))


_ANY = Size(255, 255)
"""The largest size on the wire."""


@dataclass(frozen=True)
class Option:
    """A build option other than the size."""

    name: str
    """As in ``--with deducer:64x36,words=1024``; also the peripheral's parameter."""
    meaning: str
    """Described for the command line's help."""
    default: int
    allowed: Callable[[Size], range]
    """Return the range of values for a size."""
    for_firmware: bool = False
    """The firmware is compiled for the value: builds with different values need different firmware."""


@dataclass(frozen=True)
class Counter:
    """One of an engine's counters."""

    name: str
    """In JSON, and in the firmware's enumeration."""
    meaning: str
    """For the documentation."""
    column: str = ""
    """The heading in the tables of ``rowloom bench``; empty for no column."""
    share: bool = False
    """It counts clock cycles; the column shows their share of all cycles."""
    cost: str = ""
    """The name of one count, for another column with the cycles per count; empty for none."""


def deduction_counters(tried: str, works: Mapping[str, str], visited: str = "rows") -> tuple[Counter, ...]:
    """Return the counters of a deducer.

    ``tried`` and ``visited`` describe the candidates of its lookahead and the visits of its fixpoint; ``works``
    describes the kinds of work of its fixpoint, by the name of the output that is high meanwhile.
    """
    return (
        Counter("nodes", "nodes of the search", column="nodes"),
        Counter("probes", tried, column="lookaheads"),
        Counter("visits", f"{visited} visited", column="visits"),
        *(Counter(name, f"clock cycles of {words}", column=name, share=True) for name, words in works.items()),
        Counter("probing", "clock cycles of lookahead beyond these", column="probing", share=True),
    )


def words_option(frame: int = 0, columns: bool = False) -> Option:
    """Return a deducer's option for the memory of states.

    A page has ``frame`` rows beyond the puzzle's; with ``columns``, at least as many words as the puzzle has columns.
    """
    rows = f"rows{f' + {frame}' if frame else ''}"
    page = f"{rows}, or columns if these are more," if columns else rows
    return Option(
        "words", f"rows of state in memory: {page} for each page of the search and for two more", default=512,
        allowed=lambda size: range(4 * max(size.rows + frame, size.cols if columns else 0), 1 << 16))


@dataclass(frozen=True)
class Unit:
    """A unit of the gateware whose area and speed are measured separately."""

    component: str
    """``module:class``."""
    parameters: Mapping[str, int] = field(default_factory=dict)

    def make(self) -> Any:
        """Import the component and return it with these parameters."""
        module, _, component = self.component.partition(":")
        return getattr(import_module(module), component)(**self.parameters)


class Default(NamedTuple):
    """A size in default bitstreams."""

    luts: int
    """Only for devices with at least this number of lookup tables."""
    size: Size
    slow: bool | None = None
    """Only for devices of the slowest speed grade (True), or only for faster devices (False)."""


@dataclass(frozen=True, eq=False)
class Engine:
    """An engine."""

    name: str
    """Its only name: in ``--with``, ``--engine`` and JSON, of its registers, and of the firmware's ``struct engine``
    (``NAME_engine``)."""
    genre: Genre
    number: int
    """Among the genre's engines, on the wire; never changes."""
    summary: str
    """For the command line's help."""
    sizes: UpTo | Orders
    """The sizes that it can be built for."""
    usual: Size
    """The size on a simulated board, unless a puzzle needs a larger one."""
    peripheral: str
    """``module:class`` of the unit on the register bus, imported when gateware is generated. Its parameters are
    ``sizes.parameters`` and the options, by name."""
    firmware: str
    """The C file with its ``struct engine``, relative to the folder ``firmware``."""
    counters: tuple[Counter, ...]
    """In the order on the wire; the first one counts the nodes of the search."""
    smaller: Callable[[Size, float, float], Size] = lambda size, logic, memory: size
    """Return a size that fits into the given shares of a size's logic and memory; the same size if none fits."""
    on_boards: tuple[Default, ...] = ()
    """Sizes in default bitstreams, in ascending order. A device gets the last one that fits beside the other engines
    and reaches 50 MHz."""
    hard_to_place: Callable[[Size], bool] = lambda size: False
    """Return whether a size needs nextpnr's static placer."""
    options: tuple[Option, ...] = ()
    tasks: tuple[str, ...] = ()
    """Supported tasks other than the search for solutions: "thin", "count", "certain"."""
    fast: bool = False
    """The genre's fast engine: the default for every puzzle that fits."""
    whole: Size = _ANY
    """The largest puzzle that is sent whole; larger puzzles are sent to the engine's memory in pieces."""
    units: Mapping[str, Unit] = field(default_factory=dict)
    """Measured by ``python -m rowloom.boards.area``."""

    def fits(self, built: Size, size: Size) -> bool:
        """Return whether a build of one size accepts a puzzle of another size."""
        return size == built if self.sizes.exact else built.holds(size)

    def takes(self, built: Size) -> str:
        """Return a description of the sizes that a build accepts."""
        return str(built) if self.sizes.exact else f"up to {built}"

    def instance(self, size: Size, **options: int) -> "Instance":
        """Return the engine as part of a build; raise :class:`EngineError` if it cannot be built like this."""
        self.sizes.check(self.name, size)
        known = {option.name: option for option in self.options}
        if unknown := [name for name in options if name not in known]:
            has = f"; it has {', '.join(known)}" if known else " or any other"
            raise EngineError(f"the {self.name} engine has no option {unknown[0]!r}{has}")
        values = {name: options.get(name, option.default) for name, option in known.items()}
        for name, value in values.items():
            allowed = known[name].allowed(size)
            if value not in allowed:
                raise EngineError(
                    f"the {self.name} engine of {size} takes {name} from {allowed[0]} to {allowed[-1]}, not {value}")
        return Instance(self, size, tuple(values.items()))


@dataclass(frozen=True)
class Instance:
    """An engine as part of a build; ``str`` returns it in the syntax of ``--with``."""

    engine: Engine
    size: Size
    """The largest puzzle, or the only size."""
    options: tuple[tuple[str, int], ...]
    """The values of all options, by name."""

    def __str__(self) -> str:
        usual = {option.name: option.default for option in self.engine.options}
        chosen = (f",{name}={value}" for name, value in self.options if value != usual[name])
        return f"{self.engine.name}:{self.size}{''.join(chosen)}"

    @property
    def solves(self) -> str:
        """A description of the puzzles that it solves."""
        return f"{self.engine.genre.name} {self.engine.takes(self.size)} ({self.engine.name})"

    @property
    def parameters(self) -> dict[str, int]:
        """The parameters of the peripheral: size and options."""
        return {**self.engine.sizes.parameters(self.size), **dict(self.options)}

    def for_firmware(self) -> dict[str, int]:
        """Return the constants that the firmware is compiled with, by name."""
        seen = {option.name for option in self.engine.options if option.for_firmware}
        return {
            "genre": self.engine.genre.number, "number": self.engine.number,
            **self.size._asdict(), **self.engine.sizes.parameters(self.size),
            **{name: value for name, value in self.options if name in seen},
        }

    @property
    def stores(self) -> bool:
        """It has a memory for puzzles that are sent in pieces."""
        return self.engine.whole != _ANY

    @property
    def puzzle_bytes(self) -> int:
        """The maximum number of bytes of a puzzle that is sent whole."""
        return self.engine.genre.puzzle_bytes(self._whole)

    @property
    def solution_bytes(self) -> int:
        """The maximum number of bytes of a solution that is sent whole."""
        return self.engine.genre.solution_bytes(self._whole)

    @property
    def _whole(self) -> Size:
        return Size(*map(min, self.size, self.engine.whole))

    def peripheral(self) -> Any:
        """Import the unit on the register bus and return it with these parameters."""
        return Unit(self.engine.peripheral, self.parameters).make()
