"""The configuration of a SoC."""

from dataclasses import dataclass, replace
from typing import Any, Self

from rowloom.engines.catalogue import ENGINES, parse
from rowloom.engines.engine import EngineError, Instance

__all__ = ["SoCConfig"]

_USUAL = ("deducer",)
"""The engines of the default build."""

_KIB = 1024
_STEP = 4 * _KIB
"""Memories have a multiple of this. Block RAM comes in steps of 2 KiB, and the more there are side by side, the more
logic selects what was read."""


@dataclass(frozen=True)
class SoCConfig:
    """The parameters of one build.

    Parameters
    ----------
    engines : tuple of Instance
        The engines, each at most once, in the order of :data:`ENGINES`.
    clock_hz : int
        The frequency of the one clock domain.
    bit_rate : int
        The UART's rate after reset, in bit/s.
    rom_bytes : int, a multiple of 4096
        Memory for the firmware's code; :func:`rowloom.firmware.build.fitted` enlarges it where that is too small.
    ram_bytes : int, a multiple of 4096
        Memory for data and stack, enlarged likewise.

    Raises
    ------
    ValueError
        If there is no engine, a memory's size is out of range, or the UART cannot make ``bit_rate`` from ``clock_hz``
        (see :attr:`divisor`).
    """

    engines: tuple[Instance, ...]
    clock_hz: int = 50_000_000
    bit_rate: int = 1_000_000
    rom_bytes: int = 16 * _KIB
    ram_bytes: int = 16 * _KIB

    def __post_init__(self) -> None:
        if not self.engines:
            raise EngineError(f"a build needs an engine: {' or '.join(ENGINES)}")
        for name, size in (("ROM", self.rom_bytes), ("RAM", self.ram_bytes)):
            if size < _STEP or size % _STEP:
                raise ValueError(f"the {name} is a multiple of {_STEP} bytes, and at least {_STEP}, not {size}")
        if self.divisor < 5:
            raise ValueError(f"{self.bit_rate} bit/s is too fast for a clock of {self.clock_hz} Hz: "
                             f"the UART makes at most {self.clock_hz // 5} bit/s")
        if self.divisor >= 1 << 16:
            raise ValueError(f"{self.bit_rate} bit/s is too slow for a clock of {self.clock_hz} Hz: "
                             f"the UART makes at least {-(-self.clock_hz // 65535)} bit/s")
        made = self.clock_hz // self.divisor
        # A byte tolerates an error of some 3 %; the firmware has the same limit when the host requests a rate.
        if abs(made - self.bit_rate) > self.bit_rate // 32:
            raise ValueError(f"{self.bit_rate} bit/s cannot be made from a clock of {self.clock_hz} Hz: "
                             f"the nearest is {made} bit/s")

    @classmethod
    def of(cls, *engines: str | Instance, **parameters: Any) -> Self:
        """Return a build with these engines.

        Parameters
        ----------
        *engines : str or Instance
            A str as ``--with`` takes it, such as ``deducer:20x36,words=1024``; without any, the default build.
        **parameters
            The other fields.

        Raises
        ------
        EngineError
            As :func:`parse`.
        ValueError
            As the constructor.
        """
        order = list(ENGINES)
        instances = parse(str(engine) for engine in engines or _USUAL)
        instances = tuple(sorted(instances, key=lambda instance: order.index(instance.engine.name)))
        return cls(instances, **parameters)

    def enlarged(self, code: int, data: int) -> Self:
        """Return the build with room for so many more bytes of code, and of data."""
        rom_bytes = _up(self.rom_bytes + code, _STEP)
        # Of words and bytes that can be written, 8 KiB take less logic than 4.
        return replace(self, rom_bytes=rom_bytes, ram_bytes=_up(self.ram_bytes + data, 2 * _STEP))

    @property
    def divisor(self) -> int:
        """Clocks per bit on the serial line, rounded."""
        return round(self.clock_hz / self.bit_rate)

    @property
    def names(self) -> tuple[str, ...]:
        """The engines as ``--with`` takes them."""
        return tuple(map(str, self.engines))

    def __str__(self) -> str:
        return (f"{' '.join(self.names)} {self.clock_hz} Hz {self.bit_rate} bit/s ROM {self.rom_bytes} RAM "
                f"{self.ram_bytes}")

    @property
    def solves(self) -> list[dict[str, Any]]:
        """What the build solves, one entry per engine, as in manifests."""
        return [{"genre": one.engine.genre.name, "engine": one.engine.name, **one.size._asdict()}
                for one in self.engines]

    def for_firmware(self) -> dict[str, int]:
        """Return the constants that the firmware is compiled with."""
        thinned = [one.size for one in self.engines if "thin" in one.engine.tasks]
        return {
            **{name: getattr(self, name) for name in ("clock_hz", "bit_rate")},
            "puzzle_bytes": max(instance.puzzle_bytes for instance in self.engines),
            "counters": max(len(instance.engine.counters) for instance in self.engines),
            "stores": int(any(one.stores for one in self.engines)),
            # The firmware numbers the cells of puzzles that it does other tasks with than a search.
            "numbered_rows": max((one.size.rows for one in self.engines if one.engine.tasks), default=1),
            "thinned_cells": max((size.rows * size.cols for size in thinned), default=1),
            "solution_bytes": max(instance.solution_bytes for instance in self.engines),
            **{f"{instance.engine.name}_{name}": value
               for instance in self.engines for name, value in instance.for_firmware().items()},
        }


def _up(number: int, step: int) -> int:
    """Return the multiple of ``step`` that is not less than a number."""
    return -(-number // step) * step
