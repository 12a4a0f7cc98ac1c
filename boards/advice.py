"""What to tell the user about a design that does not fit on its board, or is too slow."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rowloom.boards.bitstreams import Bitstream
from rowloom.boards.flow import Flow
from rowloom.boards.report import units_area
from rowloom.boards.synthesis import Netlist
from rowloom.engines.config import SoCConfig

__all__ = ["too_large", "too_slow"]

_FULL = 0.8
"""The share of a device's logic cells beyond which place-and-route fails or gets slow."""
_SEEDS = 8
"""Seeds worth trying: the fastest of this many is near the best possible."""


def too_large(flow: Flow, config: SoCConfig, netlist: Netlist, needs: Mapping[str, int],
              lacking: Sequence[str]) -> str:
    """Return the message for a design that needs more of the resources ``lacking`` than the device has."""
    has, resources = flow.capacity, flow.resources
    needed = "; ".join(f"{needs[name]:,} {resources.words[name]}, and the {flow.board.device} has {has[name]:,}"
                       for name in lacking)
    # The engines grow with the grid, the rest of the SoC does not.
    areas = dict(units_area(netlist, resources.cells))
    engines = [areas[one.engine.name] for one in config.engines if one.engine.name in areas]

    def share(name: str, limit: float) -> float:
        used = sum(area[name] for area in engines)
        return (limit * has[name] - needs[name] + used) / used if used else 1

    smaller = _smaller(config, share(resources.logic, _FULL), share(resources.memory, 1))
    instead = f"Leave an engine out or make it smaller: {smaller}, for example" if smaller else "Take a larger one"
    return f"this does not fit on {flow.board.name}: it needs {needed}. {instead}"


def too_slow(flow: Flow, config: SoCConfig, bitstream: Bitstream, tried: int) -> str:
    """Return the message for the best of ``tried`` seeds, which misses its timing."""
    reached, needed = bitstream.manifest["fmax_hz"], bitstream.manifest["needed_fmax_hz"]
    best_of = f", with the best of {tried} seeds" if tried > 1 else ""
    estimated = f" for {config.clock_hz / 1e6:g} MHz, as this is only an estimate" if flow.margin > 1 else ""
    instead = [f"other seeds (--seeds {_SEEDS})"] if tried < _SEEDS else []
    instead.append(f"a slower clock (--freq {flow.highest_clock(reached) / 1e6:.9g})")
    if smaller := _smaller(config, 0.8):
        instead.append(f"smaller engines ({smaller})")
    *most, last = instead
    report = bitstream.folder / "report.md"
    return (
        f"{flow.board.name} would run at {reached / 1e6:.2f} MHz at most{best_of}, and {needed / 1e6:g} MHz are wanted"
        f"{estimated}: {(needed - reached) / 1e6:.2f} MHz are missing. Try {', '.join(most)}{' or ' if most else ''}"
        f"{last}; --allow-slow writes the bitstream all the same"
        + (f". What is slow: {report}" if report.exists() else ""))


def _smaller(config: SoCConfig, logic: float, memory: float = 1) -> str | None:
    """Return options for the same engines with these shares of their logic and memory; None if none can be smaller."""
    logic, memory = min(max(logic, 0), 0.9), max(memory, 0)
    smaller = [replace(one, size=one.engine.smaller(one.size, logic, memory)) for one in config.engines]
    return None if smaller == list(config.engines) else " ".join(f"--with {one}" for one in smaller)
