"""The configuration of a SoC, and of the SoCs that share its line."""

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Self

from rowloom.engines.catalogue import ENGINES, MOST_SOCS, parse_socs
from rowloom.engines.engine import EngineError, Instance

__all__ = ["USB_ID", "SoCConfig"]

USB_ID = 0x1209, 0x0001
"""The USB vendor ID and product ID of a board whose FPGA is the USB device. pid.codes reserves this pair for tests."""

_USUAL = ("deducer",)
"""The engines of the default build."""

_KIB = 1024
_STEP = 4 * _KIB
"""The size of each memory is a multiple of this number of bytes. A block RAM holds 2 KiB, but memories in steps of 2
KiB would need larger multiplexers for reads."""


@dataclass(frozen=True)
class SoCConfig:
    """The parameters of a build, from the point of view of one of its SoCs; most builds have only one SoC.

    Raises
    ------
    ValueError
        If ``engines`` is empty, there are too many SoCs, the size of a memory is out of range, or the UART cannot
        generate ``bit_rate`` from ``clock_hz``.
    """

    engines: tuple[Instance, ...]
    """The SoC's engines in the order of :data:`ENGINES`; each occurs at most once."""
    clock_hz: int = 50_000_000
    """The frequency of the SoC's clock."""
    bit_rate: int = 1_000_000
    """The UART's rate after reset, in bit/s."""
    usb: bool = False
    """True if the host's line is a USB device in the FPGA instead of the UART. Then ``bit_rate`` has only one effect:
    it determines how often the CPU checks for requests during a search. So a search takes as many cycles as with the
    UART."""
    rom_bytes: int = 16 * _KIB
    """The size of the memory for the firmware's code, a multiple of 4096; :func:`rowloom.firmware.build.fitted`
    enlarges it if necessary."""
    ram_bytes: int = 16 * _KIB
    """The size of the memory for data and stack, also a multiple of 4096; it is enlarged in the same way."""
    beside: tuple[tuple[Instance, ...], ...] = ()
    """The engines of each of the other SoCs that share the line to the host."""

    def __post_init__(self) -> None:
        if not self.engines:
            raise EngineError(f"a build needs an engine: {' or '.join(ENGINES)}")
        if len(self.beside) >= MOST_SOCS:
            raise EngineError(f"a build has at most {MOST_SOCS} SoCs, not {1 + len(self.beside)}")
        for name, size in (("ROM", self.rom_bytes), ("RAM", self.ram_bytes)):
            if size < _STEP or size % _STEP:
                raise ValueError(f"the size of the {name} must be a positive multiple of {_STEP} bytes, not {size}")
        if self.divisor < 5:
            raise ValueError(f"{self.bit_rate} bit/s is too fast for a clock of {self.clock_hz} Hz: "
                             f"the UART supports at most {self.clock_hz // 5} bit/s")
        if self.divisor >= 1 << 16:
            raise ValueError(f"{self.bit_rate} bit/s is too slow for a clock of {self.clock_hz} Hz: "
                             f"the UART supports at least {-(-self.clock_hz // 65535)} bit/s")
        made = self.clock_hz // self.divisor
        # A receiver tolerates an error of about 3 %; the firmware has the same limit for rates that the host requests.
        if abs(made - self.bit_rate) > self.bit_rate // 32:
            raise ValueError(f"{self.bit_rate} bit/s cannot be generated from a clock of {self.clock_hz} Hz: "
                             f"the nearest is {made} bit/s")

    @classmethod
    def of(cls, *engines: str | Instance, **parameters: Any) -> Self:
        """Return a build with these engines, each in the syntax of ``--with``, such as ``deducer:20x36,words=1024``
        or ``deducer:16x16*4``.

        Without engines, return the default build. ``parameters`` are the other fields. Raises the same errors as
        :func:`parse_socs` and the constructor.
        """
        order = list(ENGINES)
        first, *beside = (tuple(sorted(instances, key=lambda instance: order.index(instance.engine.name)))
                          for instances in parse_socs(str(engine) for engine in engines or _USUAL))
        return cls(first, beside=tuple(beside), **parameters)

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
    def _engines_of_socs(self) -> tuple[tuple[Instance, ...], ...]:
        return self.engines, *self.beside

    @property
    def socs(self) -> tuple[Self, ...]:
        """The configuration of each SoC of the build, in order. The first is this configuration."""
        every = self._engines_of_socs
        return tuple(replace(self, engines=engines, beside=every[:number] + every[number + 1:])
                     for number, engines in enumerate(every))

    @property
    def instances(self) -> tuple[Instance, ...]:
        """The engines of all SoCs, without duplicates."""
        return tuple(dict.fromkeys(one for engines in self._engines_of_socs for one in engines))

    @property
    def names(self) -> tuple[str, ...]:
        """The engines of all SoCs in the syntax of the option ``--with``."""
        if not self.beside:
            return tuple(map(str, self.engines))
        alike = groupby("+".join(map(str, engines)) for engines in self._engines_of_socs)
        return tuple(f"{names}*{len(list(group))}" for names, group in alike)

    def __str__(self) -> str:
        return (f"{' '.join(self.names)} {self.clock_hz} Hz {self.bit_rate} bit/s {'USB ' if self.usb else ''}"
                f"ROM {self.rom_bytes} RAM {self.ram_bytes}")

    @property
    def solves(self) -> list[dict[str, Any]]:
        """The genre and largest size of each engine of the build, as in a build's manifest."""
        return [{"genre": one.engine.genre.name, "engine": one.engine.name, **one.size._asdict()}
                for one in self.instances]

    def for_firmware(self) -> dict[str, int]:
        """Return the constants that the SoC's firmware is compiled with."""
        return {
            "socs": 1 + len(self.beside), "clock_hz": self.clock_hz, "bit_rate": self.bit_rate,
            "puzzle_bytes": max(instance.puzzle_bytes for instance in self.engines),
            "counters": max(len(instance.engine.counters) for instance in self.engines),
            "stores": int(any(one.stores for one in self.engines)),
            # For tasks other than the search, the firmware has a table with the number of each row's first cell.
            "numbered_rows": max((one.size.rows for one in self.engines if one.engine.tasks), default=1),
            "thinned_cells": max(
                (one.size.rows * one.size.cols for one in self.engines if "thin" in one.engine.tasks), default=1),
            "solution_bytes": max(instance.solution_bytes for instance in self.engines),
            **{f"{instance.engine.name}_{name}": value
               for instance in self.engines for name, value in instance.for_firmware().items()},
        }
