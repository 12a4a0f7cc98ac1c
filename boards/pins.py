"""On which of the device's pins the SoC's ports are."""

from typing import Any

from .board import Board

__all__ = ["pins"]


def pins(board: Board) -> dict[str, str]:
    """The pins' names by what they are for: ``clock``, ``rx``, ``tx``, and those of the board's that it has."""
    platform = board.platform()

    def names(resource: str, number: int, sub: str | None = None) -> str:
        found: Any = platform.lookup(resource, number)
        ios = next(io.ios for io in found.ios if io.name == sub) if sub else found.ios
        return " ".join(ios[0].map_names(platform._conn_pins, found))

    used = {"clock": names(platform.default_clk, 0), "rx": names("uart", 0, "rx"), "tx": names("uart", 0, "tx")}
    for what in ("reset", "alive", "solving", "error", "high"):
        if pin := getattr(board, what):
            used[what] = names(*pin)
    return used
