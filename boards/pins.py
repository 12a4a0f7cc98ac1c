"""The device's pins of the SoC's ports."""

from typing import Any

from rowloom.boards.board import Board

__all__ = ["pins"]


def pins(board: Board) -> dict[str, str]:
    """Return the pins' names by purpose: ``clock``, ``rx``, ``tx``, and the optional ones that the board has."""
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
