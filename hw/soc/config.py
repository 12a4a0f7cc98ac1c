"""The configuration of a SoC."""

from dataclasses import dataclass
from typing import Any, Self

from rowloom.hw.engine import EngineError, Instance
from rowloom.hw.engines import ENGINES, parse

__all__ = ["SoCConfig"]

_USUAL = ("deducer",)
"""The engines of the default build."""

_CODE = 16 * 1024
"""Bytes of ROM for the firmware of any one engine, and of most pairs."""


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
    rom_bytes : int, a power of two
        Memory for the firmware's code; :func:`rowloom.firmware.build.fitted` doubles it where that is too small.
    ram_bytes : int, a power of two
        Memory for data and stack; its last ``rom_bytes`` are for the code of a loaded firmware. Doubled likewise.

    Raises
    ------
    ValueError
        If there is no engine, a memory's size is out of range, or the UART cannot make ``bit_rate`` from ``clock_hz``
        (see :attr:`divisor`).
    """

    engines: tuple[Instance, ...]
    clock_hz: int = 50_000_000
    bit_rate: int = 1_000_000
    rom_bytes: int = _CODE
    ram_bytes: int = 2 * _CODE

    def __post_init__(self):
        if not self.engines:
            raise EngineError(f"a build needs an engine: {' or '.join(ENGINES)}")
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
        """Return the constants that the firmware is compiled with; it runs on all builds with the same ones."""
        thinned = [one.size for one in self.engines if "thin" in one.engine.tasks]
        return {
            **{name: getattr(self, name) for name in ("clock_hz", "bit_rate", "rom_bytes", "ram_bytes")},
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
