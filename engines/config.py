"""The configuration of a SoC."""

from dataclasses import dataclass, replace
from typing import Any, Self

from rowloom.engines.catalogue import ENGINES, parse
from rowloom.engines.engine import EngineError, Instance

__all__ = ["USB_ID", "SoCConfig"]

USB_ID = 0x1209, 0x0001
"""The USB vendor and product of a board that is itself a USB device: a pair that pid.codes reserves for tests."""

_USUAL = ("deducer",)
"""The engines of the default build."""

_KIB = 1024
_STEP = 4 * _KIB
"""The size of a memory is a multiple of this. A block RAM has only 2 KiB, but with steps of 2 KiB, memories would need
larger multiplexers for reads."""


@dataclass(frozen=True)
class SoCConfig:
    """The parameters of one build.

    Raises
    ------
    ValueError
        If ``engines`` is empty, the size of a memory is out of range, or the UART cannot generate ``bit_rate`` from
        ``clock_hz``.
    """

    engines: tuple[Instance, ...]
    """The engines in the order of :data:`ENGINES`; each occurs at most once."""
    clock_hz: int = 50_000_000
    """The frequency of the only clock domain."""
    bit_rate: int = 1_000_000
    """The UART's rate after reset, in bit/s."""
    usb: bool = False
    """True if the host's line is a USB device in the FPGA instead of the UART. Then ``bit_rate`` only determines how
    often a search looks for requests, so that searches take the same cycles as with the UART."""
    rom_bytes: int = 16 * _KIB
    """The size of the memory for the firmware's code, a multiple of 4096; :func:`rowloom.firmware.build.fitted`
    enlarges it if necessary."""
    ram_bytes: int = 16 * _KIB
    """The size of the memory for data and stack, also a multiple of 4096; it is enlarged in the same way."""

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
        # A receiver tolerates an error of about 3 %; the firmware has the same limit for rates that the host requests.
        if abs(made - self.bit_rate) > self.bit_rate // 32:
            raise ValueError(f"{self.bit_rate} bit/s cannot be made from a clock of {self.clock_hz} Hz: "
                             f"the nearest is {made} bit/s")

    @classmethod
    def of(cls, *engines: str | Instance, **parameters: Any) -> Self:
        """Return a build with these engines, each in the syntax of ``--with``, such as ``deducer:20x36,words=1024``.

        Without engines, return the default build. ``parameters`` are the other fields. Raises the same errors as
        :func:`parse` and the constructor.
        """
        order = list(ENGINES)
        instances = parse(str(engine) for engine in engines or _USUAL)
        return cls(tuple(sorted(instances, key=lambda instance: order.index(instance.engine.name))), **parameters)

    def enlarged(self, code: int, data: int) -> Self:
        """Return the build with memory for ``code`` additional bytes of code and ``data`` additional bytes of data."""
        def up(size: int, step: int) -> int:
            return -(-size // step) * step

        # A RAM grows by 8 KiB: steps of 4 KiB would need more logic.
        return replace(self, rom_bytes=up(self.rom_bytes + code, _STEP), ram_bytes=up(self.ram_bytes + data, 2 * _STEP))

    @property
    def divisor(self) -> int:
        """The number of clock cycles for each bit on the serial line, rounded."""
        return round(self.clock_hz / self.bit_rate)

    @property
    def names(self) -> tuple[str, ...]:
        """Each engine in the syntax of the option ``--with``."""
        return tuple(map(str, self.engines))

    def __str__(self) -> str:
        return (f"{' '.join(self.names)} {self.clock_hz} Hz {self.bit_rate} bit/s {'USB ' if self.usb else ''}"
                f"ROM {self.rom_bytes} RAM {self.ram_bytes}")

    @property
    def solves(self) -> list[dict[str, Any]]:
        """The genre and largest size of each engine, as in a build's manifest."""
        return [{"genre": one.engine.genre.name, "engine": one.engine.name, **one.size._asdict()}
                for one in self.engines]

    def for_firmware(self) -> dict[str, int]:
        """Return the constants that the firmware is compiled with."""
        return {
            "clock_hz": self.clock_hz, "bit_rate": self.bit_rate,
            "puzzle_bytes": max(instance.puzzle_bytes for instance in self.engines),
            "counters": max(len(instance.engine.counters) for instance in self.engines),
            "stores": int(any(one.stores for one in self.engines)),
            # For all tasks except the search, the firmware numbers the puzzle's cells.
            "numbered_rows": max((one.size.rows for one in self.engines if one.engine.tasks), default=1),
            "thinned_cells": max(
                (one.size.rows * one.size.cols for one in self.engines if "thin" in one.engine.tasks), default=1),
            "solution_bytes": max(instance.solution_bytes for instance in self.engines),
            **{f"{instance.engine.name}_{name}": value
               for instance in self.engines for name, value in instance.for_firmware().items()},
        }
