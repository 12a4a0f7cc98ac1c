"""Estimates of a build's size and time from measured units and builds.

For sizes that were not measured, the estimated logic is within 20 % of the result of synthesis.
"""

from collections import Counter
from dataclasses import dataclass

from rowloom.boards import measured
from rowloom.boards.area import Area, Baseline
from rowloom.boards.area_units import CONFIG
from rowloom.boards.board import BoardDefinition, capacity_of
from rowloom.engines.config import SoCConfig
from rowloom.engines.engine import Engine, Instance, Size
from rowloom.firmware.build import fitted

__all__ = ["Estimate", "estimate"]

_BLOCK_RAM_BYTES = 2048
"""The number of bytes that ROM and RAM use in each block RAM. They use 16 of its 18 kbit."""
_STEPS = 256
"""An engine's share of logic is estimated in steps of 1 / 256."""


@dataclass(frozen=True)
class Estimate:
    """The approximate cost of a build.

    Attributes
    ----------
    used, available : dict of str to int
        The resources that the build uses and that the device has, by nextpnr's names. Logic cells are always included.
        Block RAMs are included only if they are known exactly: every engine with block RAMs must have the size
        at which it was measured.
    seconds : int, optional
        The time of a build with one seed; None if no build was measured.
    """

    used: dict[str, int]
    available: dict[str, int]
    seconds: int | None


def estimate(board: BoardDefinition, config: SoCConfig) -> Estimate:
    """Return the approximate cost of a build on a board.

    The estimate is empty if an engine's peripheral was not measured, or if the board's FPGA is not an ECP5: the units
    were measured only on an ECP5. The firmware is compiled, because its size determines the size of the memories;
    ToolError if this fails.
    """
    areas = Baseline.read().areas
    units = {one: f"{one.engine.name}-peripheral" for one in config.instances}
    if not (board.is_ecp5 and areas.keys() >= set(units.values())):
        return Estimate({}, {}, None)
    engines = {one: areas[name] for one, name in units.items()}
    usb = areas["usb"] if config.usb else Area(0, 0, 0, 0)
    soc, (engine,) = areas["soc"], CONFIG.engines  # the measured SoC, and its engine
    rest = soc.lut4 - areas[f"{engine.engine.name}-peripheral"].lut4
    cells = usb.lut4 + sum(
        rest + sum(round(_share(engine) * engines[engine].lut4) for engine in one.engines) for one in config.socs)
    used = {"TRELLIS_COMB": round(cells, -2)}
    if all(_block_ram_known(one, area) for one, area in engines.items()):
        used["DP16KD"] = usb.block_ram + sum(
            count * (soc.block_ram + _more_block_ram(one) + sum(engines[engine].block_ram for engine in one.engines))
            for one, count in Counter(config.socs).items())
    has = capacity_of(board.device)
    return Estimate(used, {kind: has[kind] for kind in used}, _seconds(used["TRELLIS_COMB"], has["TRELLIS_COMB"]))


def _more_block_ram(config: SoCConfig) -> int:
    """Return how many more block RAMs a SoC's memories need than the memories of the measured SoC."""
    grown = fitted(config)
    return (grown.rom_bytes + grown.ram_bytes - CONFIG.rom_bytes - CONFIG.ram_bytes) // _BLOCK_RAM_BYTES


def _block_ram_known(one: Instance, area: Area) -> bool:
    return not area.block_ram or one.size == _measured_size(one.engine)


def _measured_size(engine: Engine) -> Size:
    parameters = engine.units[f"{engine.name}-peripheral"].parameters
    return Size.of_order(parameters["order"]) if "order" in parameters else Size(parameters["rows"], parameters["cols"])


def _share(one: Instance) -> float:
    """Return the engine's logic, divided by its logic at the size at which it was measured."""
    base = _measured_size(one.engine)
    both = Size(*map(max, one.size, base))
    return _part(one.engine, both, one.size) / _part(one.engine, both, base)


def _part(engine: Engine, large: Size, small: Size) -> float:
    """Estimate the logic of an engine at size ``small``, as a fraction of its logic at size ``large``.

    The result is the largest fraction for which ``engine.smaller(large, fraction, 1)`` is not larger than ``small``. If
    the logic depends only on the rows, the columns are not compared, and vice versa.
    """
    least = engine.smaller(large, 1 / _STEPS, 1)
    depends = [one for one in range(len(large)) if least[one] < large[one]]
    shares = (share / _STEPS for share in range(_STEPS, 0, -1))
    return next((share for share in shares
                 if all(engine.smaller(large, share, 1)[one] <= small[one] for one in depends)), 1 / _STEPS)


def _seconds(cells: int, available: int) -> int | None:
    """Return the time of the most similar measured build, scaled by the number of cells."""
    builds = measured.measured().values()
    if not builds:
        return None
    like = min(builds, key=lambda build: (
        build["available"]["TRELLIS_COMB"] != available, abs(build["used"]["TRELLIS_COMB"] - cells)))
    return round(like["seconds"] * cells / like["used"]["TRELLIS_COMB"])
