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
    ram_bytes : int, a power of two
        Memory for the firmware's code, data and stack.

    Raises
    ------
    ValueError
        If the UART cannot make ``bit_rate`` from ``clock_hz`` (see :meth:`divisor`), or a size is out of range.
    """

    rows: int = 10
    cols: int = 10
    clock_hz: int = 50_000_000
    bit_rate: int = 1_000_000
    ram_bytes: int = 32 * 1024

    def __post_init__(self):
        for name in ("rows", "cols"):
            if not 1 <= getattr(self, name) <= LARGEST:
                raise ValueError(f"a SoC takes 1 to {LARGEST} {name}, not {getattr(self, name)}")
        if self.ram_bytes < 4096 or self.ram_bytes & (self.ram_bytes - 1):
            raise ValueError(f"the RAM is a power of two of at least 4096 bytes, not {self.ram_bytes}")
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
