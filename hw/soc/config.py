"""What can be chosen when a SoC is built."""

from dataclasses import asdict, dataclass

from ..slitherlink.checker import LARGEST

__all__ = ["SoCConfig"]


@dataclass(frozen=True)
class SoCConfig:
    """The parameters of one build.

    Parameters
    ----------
    rows, cols : int, 1 to 32
        The largest Slitherlink puzzle.
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
        If the UART cannot make ``bit_rate`` from ``clock_hz`` (see :meth:`divisor`), or a size is out of range.
    """

    rows: int = 10
    cols: int = 10
    clock_hz: int = 50_000_000
    bit_rate: int = 1_000_000
    rom_bytes: int = 16 * 1024
    ram_bytes: int = 32 * 1024

    def __post_init__(self):
        for name in ("rows", "cols"):
            if not 1 <= getattr(self, name) <= LARGEST:
                raise ValueError(f"a SoC takes 1 to {LARGEST} {name}, not {getattr(self, name)}")
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

    @property
    def divisor(self) -> int:
        """Clocks per bit on the serial line, to the nearest."""
        return round(self.clock_hz / self.bit_rate)

    def as_dict(self) -> dict[str, int]:
        """The parameters by name."""
        return asdict(self)
