"""The firmware as a program of this machine, on models of the Sudoku engines: the board that estimates."""

from collections.abc import Callable, Sequence
from pathlib import Path

from ..firmware.build import SOURCES as FIRMWARE
from ..firmware.build import build_hash, design_digest, firmware_digest
from ..hw.soc.config import SoCConfig
from ..hw.soc.top import bus_map_of
from ..hw.sudoku.scan_peripheral import MOST_EXCLUDED
from .program import SOURCES, compile_cpp, digest, kept

__all__ = ["build_estimator", "compile_on_model"]

MODEL = SOURCES / "model"

_FLAGS = [
    "-x", "c++", "-std=c++20",
    "-DMEMORY_H",  # this machine's C library has what firmware/memory.h declares
]
# Of no use here: the program's own beginning, what the C library has, and what the model has its own of.
_LEFT_OUT = ("main.c", "memory.c", "operate.c")
# Of the engines' units.
_MODELS = {"sudoku": ("sudoku_round.cpp", "sudoku_solver.cpp"), "scan": ("scan_unit.cpp",)}


def build_estimator(config: SoCConfig, report: Callable[[str], None] = lambda message: None) -> Path:
    """A program with the simulator's command line and cable, ten or a hundred times faster, built if it is not there.

    The firmware is the board's own, and so is the bus map. What the engines tell is exact. So are the parallel one's
    clocks; those of the other one and of the CPU are about right (docs/sudoku-fast.md, docs/sudoku-scan.md).

    Parameters
    ----------
    config : SoCConfig
        What to estimate: the parallel Sudoku engine, a scan engine without subsets, or both; and no other.
    report : callable
        Gets a line of text when it must be built.

    Returns
    -------
    Path
        The program.

    Raises
    ------
    ToolError
        If the compiler fails.
    ValueError
        If there is no model of what the build has.
    """
    if not set(config.engines) <= set(_MODELS):
        raise ValueError("only the engines for Sudoku have models to estimate with")
    if config.scan and config.scan_subsets:
        raise ValueError("the model to estimate the scan engine with looks for no subsets")
    sources = "".join(path.read_text() for path in sorted(MODEL.iterdir()))
    return kept("estimator", digest(design_digest(config), sources), lambda folder: _build(config, folder, report))


def compile_on_model(config: SoCConfig, folder: Path, sources: Sequence[Path]) -> Path:
    """A program from C and C++ sources to which the registers of a SoC are the model's.

    Parameters
    ----------
    config : SoCConfig
        The SoC.
    folder : Path
        Where to work.
    sources : sequence of Path
        They define what ``sim/model/registers.h`` leaves open.

    Raises
    ------
    ToolError
        If the compiler fails.
    """
    bus_map, hash_ = bus_map_of(config), bytes.fromhex(build_hash(config))
    (folder / "build.h").write_text(bus_map.c_header().replace("REGISTERS_H", "BUILD_H"))
    names = {
        "INTERFACE": bus_map.interface, "FIRMWARE": firmware_digest(bus_map), "SCAN_MOST_EXCLUDED": MOST_EXCLUDED,
        "SUDOKU_PEERS": config.sudoku_peers,
        "BUILD_HASH_LOW": int.from_bytes(hash_[:4], "little"), "BUILD_HASH_HIGH": int.from_bytes(hash_[4:], "little"),
    }
    models = [MODEL / name for engine in config.engines for name in _MODELS[engine]]
    headers = [path.absolute() for path in (folder, MODEL, FIRMWARE, FIRMWARE / "hardware")]
    compile_cpp([*_FLAGS, *(f"-D{name}={value}u" for name, value in names.items()), *(f"-I{path}" for path in headers),
                 *map(str, [*sources, *models]), "-o", "program"], folder)
    return folder / "program"


def _build(config: SoCConfig, folder: Path, report: Callable[[str], None]) -> Path:
    report("Compiling the firmware and the models of the engines; this happens once and takes half a minute.")
    firmware = [path for path in sorted(FIRMWARE.glob("*.c")) if path.name not in _LEFT_OUT]
    return compile_on_model(config, folder, [*firmware, MODEL / "board.cpp"])
