"""The firmware as a program of this machine, on a model of its engine: the board that estimates."""

from collections.abc import Callable, Sequence
from pathlib import Path

from rowloom.firmware.build import build_hash, design_digest, firmware_digest
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.soc.top import bus_map_of
from rowloom.hw.sudoku.scan.peripheral import MOST_EXCLUDED
from rowloom.sim.native_firmware import BOARD, compile_native, native_sources
from rowloom.sim.program import SOURCES, digest, kept

__all__ = ["build_estimator", "compile_on_models"]

_MODELS = SOURCES / "model"


def build_estimator(config: SoCConfig, report: Callable[[str], None] = lambda message: None) -> Path:
    """Return a program with the simulator's command line and cable, a hundred times faster; build it if need be.

    The firmware is the board's own, and so is the bus map. What the engine tells is exact, its clocks and the CPU's are
    about right (docs/engines/scan.md).

    Parameters
    ----------
    config : SoCConfig
        Engines that have a model, with the options that the model has.
    report : callable
        Gets a line of text when it must be built.

    Raises
    ------
    ToolError
        If the compiler fails.
    ValueError
        If there is no model of what the build has.
    """
    for one in config.engines:
        if one.engine.model is None:
            raise ValueError(f"there is no model of the {one.engine.name} engine to estimate with")
        if lacking := one.engine.model.options.items() - dict(one.options).items():
            needs = ",".join(f"{name}={value}" for name, value in lacking)
            raise ValueError(f"the model of the {one.engine.name} engine is one with {needs}")
    sources = "".join(path.read_text() for folder in (_MODELS, BOARD.parent) for path in sorted(folder.iterdir()))
    return kept("estimator", digest(design_digest(config), sources, module=__name__),
                lambda folder: _build(config, folder, report))


def compile_on_models(config: SoCConfig, folder: Path, sources: Sequence[Path]) -> Path:
    """Return a program from C and C++ sources to which the registers of a SoC are those of the models.

    Parameters
    ----------
    config : SoCConfig
        The SoC; its engines have models.
    folder : Path
        Where to work.
    sources : sequence of Path
        They define what ``model/models.h`` declares and the models leave open.

    Raises
    ------
    ToolError
        If the compiler fails.
    """
    bus_map, hash_ = bus_map_of(config), bytes.fromhex(build_hash(config))
    names = {
        "INTERFACE": bus_map.interface, "FIRMWARE": firmware_digest(bus_map), "SCAN_MOST_EXCLUDED": MOST_EXCLUDED,
        "BUILD_HASH_LOW": int.from_bytes(hash_[:4], "little"), "BUILD_HASH_HIGH": int.from_bytes(hash_[4:], "little"),
    }
    models = [SOURCES / one.engine.model.source for one in config.engines if one.engine.model]
    return compile_native(bus_map, names, folder, [*sources, *models, BOARD], [f"-I{_MODELS.absolute()}"])


def _build(config: SoCConfig, folder: Path, report: Callable[[str], None]) -> Path:
    report("Compiling the firmware and the models of the engines; this happens once and takes half a minute.")
    return compile_on_models(config, folder, [*native_sources(bus_map_of(config)), _MODELS / "estimator.cpp"])
