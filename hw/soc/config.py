"""What can be chosen when a SoC is built."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isqrt
from typing import Any, NamedTuple, Self

from ..slitherlink.checker import LARGEST
from ..sudoku.grid import ORDERS

__all__ = ["ENGINES", "Size", "SoCConfig"]


class Size(NamedTuple):
    """The largest puzzle of an engine, in cells."""

    rows: int
    cols: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """The size that is written as ``10x10``.

        Raises
        ------
        ValueError
            If the text is none.
        """
        match = re.fullmatch(r"(\d+)x(\d+)", text)
        if not match:
            raise ValueError(f"a size is rows and columns, such as 10x10, not {text!r}")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"


    @classmethod
    def of_order(cls, order: int) -> Self:
        """That of a Sudoku."""
        return cls(order ** 2, order ** 2)


ENGINES = {
    "checker": Size(LARGEST, LARGEST), "deducer": Size(64, 36),
    "sudoku": Size.of_order(max(ORDERS)), "scan": Size.of_order(15),
}
"""The engines, by the names of their units, and how large each can be built."""

_USUAL: dict[str, Size | None] = {"checker": None, "deducer": ENGINES["deducer"]}
"""Those of a build for which nothing else is said."""

_CODE = 16 * 1024
"""ROM in bytes that any two engines' firmware fits into."""

_ORDERS = {"sudoku": ORDERS, "scan": range(2, 16)}
"""Of the Sudoku engines, the orders that each can have."""


@dataclass(frozen=True)
class SoCConfig:
    """The parameters of one build.

    Parameters
    ----------
    checker : Size, optional
        The largest Slitherlink puzzle of the checker, up to 32x32; None for a build without it.
    deducer : Size, optional
        The largest of the deducer, up to 64x36; None for a build without it.
    deducer_lanes : int, 1 or 2
        Lanes of the deducer: see :class:`..slitherlink.deducer.Deducer`.
    deducer_words : int, up to 65,535
        Rows of state in the memory of each: with ``rows + 1`` for a page, the pages of the search, and two more.
    sudoku : int
        The order of the parallel Sudoku engine, 2 or 3; 0 for a build without it.
    sudoku_peers : int, 0 or 1
        Whether that engine's guesses go by what a cell shares with its peers: see :class:`..sudoku.solver.Solver`.
    scan : int
        The largest order of the Sudoku engine for any order, 2 to 15; 0 for a build without it.
    scan_subsets : int
        The largest order in which that engine looks for subsets, which takes the order's sixth power in bits; 0 for
        none.
    clock_hz : int
        The frequency of the one clock domain.
    bit_rate : int
        The UART's rate after reset, in bit/s.
    rom_bytes : int, a power of two
        Memory for the firmware's code.
    ram_bytes : int, a power of two
        Memory for data and stack; its last ``rom_bytes`` are for the code of a firmware that is loaded later.

    Raises
    ------
    ValueError
        If there is no engine, a size is out of range, or the UART cannot make ``bit_rate`` from ``clock_hz`` (see
        :meth:`divisor`).
    """

    checker: Size | None = _USUAL["checker"]
    deducer: Size | None = _USUAL["deducer"]
    deducer_lanes: int = 1
    deducer_words: int = 512
    sudoku: int = 0
    sudoku_peers: int = 0
    scan: int = 0
    scan_subsets: int = 6
    clock_hz: int = 50_000_000
    bit_rate: int = 1_000_000
    rom_bytes: int = _CODE
    ram_bytes: int = 2 * _CODE

    def __post_init__(self):
        if not self.engines:
            raise ValueError(f"a SoC needs an engine: {' or '.join(ENGINES)}")
        for engine, size in self.engines.items():
            if engine in _ORDERS:
                order, orders = getattr(self, engine), _ORDERS[engine]
                if order not in orders:
                    raise ValueError(f"the {engine} unit's order is {min(orders)} to {max(orders)}, not {order}")
                continue
            for count, most, what in zip(size, ENGINES[engine], ("rows", "columns")):
                if not 1 <= count <= most:
                    raise ValueError(f"the {engine} takes 1 to {most} {what}, not {count}")
        largest = max(_ORDERS["scan"])
        if not 0 <= self.scan_subsets <= largest:
            raise ValueError(f"the scan unit takes subsets of orders up to {largest}, not {self.scan_subsets}")
        if self.sudoku_peers not in (0, 1):
            raise ValueError(f"the sudoku unit goes by peers, 1, or does not, 0; not {self.sudoku_peers}")
        if self.deducer_lanes not in (1, 2):
            raise ValueError(f"the deducer has 1 or 2 lanes, not {self.deducer_lanes}")
        words = 4 * (self.deducer.rows + 1) if self.deducer else 0
        if not words <= self.deducer_words < 1 << 16:
            raise ValueError(f"the deducer takes {words} to 65535 words for so many rows, not {self.deducer_words}")
        for name, least in (("ROM", 4096), ("RAM", 2 * self.rom_bytes)):
            size = getattr(self, f"{name.lower()}_bytes")
            if size < least or size & (size - 1):
                raise ValueError(f"the {name} is a power of two of at least {least} bytes, not {size}")
        if self.divisor < 5:
            raise ValueError(f"{self.bit_rate} bit/s is too fast for a clock of {self.clock_hz} Hz: "
                             f"the UART makes at most {self.clock_hz // 5} bit/s")
        if self.divisor >= 1 << 16:
            raise ValueError(f"{self.bit_rate} bit/s is too slow for a clock of {self.clock_hz} Hz: "
                             f"the UART makes at least {-(-self.clock_hz // 65535)} bit/s")
        made = self.clock_hz // self.divisor
        # A byte bears an error of some 3 %; the firmware draws the same line when the host asks for a rate.
        if abs(made - self.bit_rate) > self.bit_rate // 32:
            raise ValueError(f"{self.bit_rate} bit/s cannot be made from a clock of {self.clock_hz} Hz: "
                             f"the nearest is {made} bit/s")

    @classmethod
    def with_engines(cls, sizes: Mapping[str, Size], **parameters: int) -> Self:
        """A build with the engines of these units, and no others; with more than two, the memories are twice as large.

        Raises
        ------
        ValueError
            As the constructor, and if a size is none of a Sudoku.
        """
        choices: dict[str, Any] = {}
        for engine in ENGINES:
            size = sizes.get(engine)
            if engine not in _ORDERS:
                choices[engine] = size
            elif size is None:
                choices[engine] = 0
            else:
                choices[engine] = isqrt(size.rows)
                if Size.of_order(choices[engine]) != size:
                    raise ValueError(f"a Sudoku is 4x4, 9x9, 16x16 and so on, not {size}")
        code = _CODE if len(sizes) <= 2 else 2 * _CODE
        return cls(**choices, **{"rom_bytes": code, "ram_bytes": 2 * code, **parameters})

    @property
    def engines(self) -> dict[str, Size]:
        """The size of every engine that there is, by its unit's name."""
        chosen = {engine: getattr(self, engine) for engine in ENGINES}
        return {engine: Size.of_order(choice) if engine in _ORDERS else choice
                for engine, choice in chosen.items() if choice}

    @property
    def divisor(self) -> int:
        """Clocks per bit on the serial line, to the nearest."""
        return round(self.clock_hz / self.bit_rate)

    def as_dict(self) -> dict[str, int]:
        """The parameters by name, such as ``checker_rows`` and ``scan_order``: 0 if there is no such engine."""
        parameters = {field.name: getattr(self, field.name) for field in fields(self)}
        for engine in ENGINES:
            choice = parameters.pop(engine)
            if engine in _ORDERS:
                parameters[f"{engine}_order"] = choice
            else:
                rows, cols = choice or Size(0, 0)
                parameters |= {f"{engine}_rows": rows, f"{engine}_cols": cols}
        return parameters

    def for_firmware(self) -> dict[str, int]:
        """Those of them that a firmware is made for: it runs on all builds that differ in the others only."""
        others = "deducer_lanes", "deducer_words", "sudoku_peers", "scan_subsets"
        return {name: value for name, value in self.as_dict().items() if name not in others}
