"""The classes that describe an engine as plain data; all lists of engines are derived from these descriptions.

This module does not import Amaranth, because a computer that only uses a board lacks the packages for building
gateware.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from math import isqrt
from typing import Any, NamedTuple, Self

from rowloom.errors import RowloomError

__all__ = [
    "Counter", "Default", "Engine", "EngineError", "Genre", "Instance", "Option", "Orders", "SelfTest",
    "Size", "Unit", "UpTo",
    "clued_genre", "deduction_counters", "words_option"]


class EngineError(RowloomError, ValueError):
    """An unknown engine, size or option."""


class Size(NamedTuple):
    """The size of a grid: its rows and columns."""

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
        """Return the size of a Sudoku of this order, such as 9x9 for order 3."""
        return cls(order**2, order**2)

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"

    @property
    def turned(self) -> Self:
        """The size of the same grid rotated by 90 degrees."""
        return type(self)(self.cols, self.rows)

    def holds(self, other: "Size") -> bool:
        """Return whether a grid of size ``other`` fits into a grid of this size."""
        return other.rows <= self.rows and other.cols <= self.cols


@dataclass(frozen=True)
class UpTo:
    """The sizes of an engine that can be built for any size up to ``rows`` x ``cols``.

    An engine also solves all puzzles that are smaller than the size for which it was built.
    """

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
                raise EngineError(f"the {engine} engine supports 1 to {most} {what}, not {count}")

    def parameters(self, size: Size) -> dict[str, int]:
        """Return the size as parameters of the peripheral and constants of the firmware: ``rows`` and ``cols``."""
        return size._asdict()


@dataclass(frozen=True)
class Orders:
    """The sizes of an engine that can be built for Sudokus of the orders ``least`` to ``most``.

    Unless ``exact`` is true, an engine also solves Sudokus of smaller orders than the order for which it was built. The
    methods are those of :class:`UpTo`, but :meth:`parameters` returns only ``order``.
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
            raise EngineError(f"the {engine} engine supports {Size.of_order(self.least)} to {self.largest}, not {size}")

    def parameters(self, size: Size) -> dict[str, int]:
        return {"order": isqrt(size.rows)}


@dataclass(frozen=True)
class Genre:
    """A genre that gateware solves, and its encoding in the protocol (docs/develop/protocol.md)."""

    name: str
    """The genre's name in ``rowloom.host.puzzles``."""
    number: int
    """The genre's number in the protocol; it never changes."""
    puzzle_bytes: Callable[[Size], int]
    """Return the maximum number of bytes in the encoding of a puzzle of this size."""
    solution_bytes: Callable[[Size], int]
    """Return the maximum number of bytes in the encoding of a solution of this size."""


def clued_genre(name: str, number: int, clue_bits: int) -> Genre:
    """Return a genre with clues in some cells.

    The encoding of a puzzle has one bit for each cell, followed by the clues. The bit is 1 if the cell has a clue. The
    encoding of a solution has one bit for each cell.
    """
    def packed(size: Size, bits: int) -> int:
        return (size.rows * size.cols * bits + 7) // 8

    return Genre(name, number, puzzle_bytes=lambda size: packed(size, 1) + packed(size, clue_bits),
                 solution_bytes=lambda size: packed(size, 1))


_ANY = Size(255, 255)
"""The largest size that the protocol allows."""


@dataclass(frozen=True)
class Option:
    """A build option other than the size."""

    name: str
    """The option's name, such as ``words`` in ``--with deducer:64x36,words=1024``; the peripheral's parameter has the
    same name."""
    meaning: str
    """A description for the command line's help."""
    default: int
    allowed: Callable[[Size], range]
    """Return the range of values that are allowed for a size."""
    for_firmware: bool = False
    """True if the value is a constant in the firmware. Then builds with different values need different firmware."""


@dataclass(frozen=True)
class Counter:
    """One of an engine's counters."""

    name: str
    """The counter's name in JSON and in the firmware's enumeration."""
    meaning: str
    """A description for the documentation."""
    column: str = ""
    """The heading of the counter's column in the tables of ``rowloom bench``; empty if it has no column."""
    share: bool = False
    """True if the counter counts clock cycles. The column then shows their percentage of all cycles."""
    cost: str = ""
    """The name of the counted event if the tables also have a column with the clock cycles per event, such as "check"
    for the column ``cycles/check``; otherwise empty."""


def deduction_counters(tried: str, works: Mapping[str, str], visited: str = "rows") -> tuple[Counter, ...]:
    """Return the counters of a deducer.

    ``tried`` describes what lookahead tries, such as cells. ``visited`` is the plural of what the deducer applies its
    rules to, such as rows. ``works`` describes each kind of the deducer's work; the key of a description is the name of
    the gateware's output that is high during this kind of work.
    """
    return (
        Counter("nodes", "nodes of the search", column="nodes"),
        Counter("probes", tried, column="lookaheads"),
        Counter("visits", f"{visited} visited", column="visits"),
        *(Counter(name, f"clock cycles of {words}", column=name, share=True) for name, words in works.items()),
        Counter("probing", "all other clock cycles of lookahead", column="probing", share=True),
    )


def words_option(frame: int = 0, columns: bool = False) -> Option:
    """Return a deducer's option for the number of words in its memory of states.

    The memory consists of pages; each page is a saved state. A page has one word for each row of the puzzle, and
    ``frame`` additional words. With ``columns``, a page has at least as many words as the puzzle has columns.
    """
    rows = f"rows{f' + {frame}' if frame else ''}"
    page = f"max({rows}, columns)" if columns else rows
    return Option(
        "words", f"rows of state in memory; a page takes {page}, and two pages are reserved", default=512,
        allowed=lambda size: range(4 * max(size.rows + frame, size.cols if columns else 0), 1 << 16))


@dataclass(frozen=True)
class Unit:
    """A unit of the gateware whose area and speed are measured separately."""

    component: str
    """The component as ``module:class``."""
    parameters: Mapping[str, int] = field(default_factory=dict)

    def make(self) -> Any:
        """Import the component's class; return a component with these parameters."""
        module, _, component = self.component.partition(":")
        return getattr(import_module(module), component)(**self.parameters)


class Default(NamedTuple):
    """The size of an engine in the default bitstreams of some boards."""

    luts: int
    """The size applies only to devices with at least this number of lookup tables."""
    size: Size | None
    """The size; None if the default bitstreams of these devices do not contain the engine."""
    slow: bool | None = None
    """If True, the size applies only to devices of the slowest speed grade; if False, only to faster devices."""


class SelfTest(NamedTuple):
    """A puzzle with one solution, with which a board tests the engine."""

    puzzle: str
    """The puzzle in any form that the host reads."""
    cycles: int
    """The clock cycles of a search for two solutions. The search runs twice, and the second run counts, because the
    first run still has to load the firmware's code into the cache. For a ``fast`` engine, this number is the same in
    every build."""
    counters: tuple[int, ...]
    """The counters of this search."""


@dataclass(frozen=True, eq=False)
class Engine:
    """An engine."""

    name: str
    """The engine's name everywhere: in the options ``--with`` and ``--engine``, in JSON, for its registers, and for its
    ``struct engine`` in the firmware (``NAME_engine``)."""
    genre: Genre
    number: int
    """The engine's number in the protocol, among the engines of its genre; it never changes."""
    summary: str
    """A description for the command line's help."""
    sizes: UpTo | Orders
    """The sizes that the engine can be built for."""
    usual: Size
    """The engine's size on a simulated board, unless a puzzle needs a larger size."""
    peripheral: str
    """The unit on the register bus, as ``module:class``; it is imported when gateware is generated. The parameters of
    the class are ``sizes.parameters`` and the options, by name."""
    firmware: str
    """The path of the C file that defines the ``struct engine``, relative to the folder ``firmware``."""
    counters: tuple[Counter, ...]
    """The counters in the order in which they are sent; the first counter counts the nodes of the search."""
    smaller: Callable[[Size, float, float], Size] = lambda size, logic, memory: size
    """Return the size of a smaller engine. Compared with an engine of size ``size``, it needs at most the fraction
    ``logic`` of the logic and the fraction ``memory`` of the memory. If no size needs less than ``size``, return
    ``size``."""
    on_boards: tuple[Default, ...] = ()
    """The engine's sizes in default bitstreams, in ascending order. Each device gets the last of the sizes that apply
    to it. The sizes are chosen so that they fit beside the other engines and reach 50 MHz."""
    hard_to_place: Callable[[Size], bool] = lambda size: False
    """Return whether a size needs nextpnr's static placer."""
    options: tuple[Option, ...] = ()
    tasks: tuple[str, ...] = ()
    """The supported tasks other than the search for solutions: "thin", "count", "certain"."""
    fast: bool = False
    """True for the genre's fast engine, which is the default for every puzzle that fits."""
    whole: Size = _ANY
    """The size of the largest puzzle that is sent whole; larger puzzles are sent in pieces to the engine's memory."""
    self_test: SelfTest | None = None
    """The puzzle with which ``rowloom doctor`` tests the engine, or None."""
    units: Mapping[str, Unit] = field(default_factory=dict)
    """The units that ``python -m rowloom.boards.area`` measures."""

    def fits(self, built: Size, size: Size) -> bool:
        """Return whether a build for the size ``built`` accepts a puzzle of size ``size``."""
        return size == built if self.sizes.exact else built.holds(size)

    def takes(self, built: Size) -> str:
        """Return a description of the puzzle sizes that a build for the size ``built`` accepts."""
        return str(built) if self.sizes.exact else f"up to {built}"

    def instance(self, size: Size, **options: int) -> "Instance":
        """Return the engine as part of a build; raise :class:`EngineError` if it cannot be built with this size and
        these options."""
        self.sizes.check(self.name, size)
        known = {option.name: option for option in self.options}
        if unknown := [name for name in options if name not in known]:
            has = f"only {', '.join(known)}" if known else "no options"
            raise EngineError(f"the {self.name} engine has no option {unknown[0]!r}: it has {has}")
        values = {name: options.get(name, option.default) for name, option in known.items()}
        for name, value in values.items():
            allowed = known[name].allowed(size)
            if value not in allowed:
                raise EngineError(
                    f"for the {self.name} engine of {size}, {name} must be {allowed[0]} to {allowed[-1]}, not {value}")
        return Instance(self, size, tuple(values.items()))


@dataclass(frozen=True)
class Instance:
    """An engine as part of a build; ``str`` returns it in the syntax of ``--with``."""

    engine: Engine
    size: Size
    """The size of the largest puzzle that the engine solves. If its sizes are exact, it solves only puzzles of this
    size."""
    options: tuple[tuple[str, int], ...]
    """The values of all options, by name."""

    def __str__(self) -> str:
        usual = {option.name: option.default for option in self.engine.options}
        chosen = (f",{name}={value}" for name, value in self.options if value != usual[name])
        return f"{self.engine.name}:{self.size}{''.join(chosen)}"

    @property
    def solves(self) -> str:
        """A description of the puzzles that the engine solves."""
        return f"{self.engine.genre.name} {self.engine.takes(self.size)} ({self.engine.name})"

    @property
    def parameters(self) -> dict[str, int]:
        """The parameters of the peripheral: the size and the options."""
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
        """True if the engine has a memory for puzzles that are sent in pieces."""
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
        """Import the class of the peripheral; return the peripheral for this size and these options."""
        return Unit(self.engine.peripheral, self.parameters).make()
