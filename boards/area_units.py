"""The gateware's units, each as it is in a SoC, and how one is synthesised by itself."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Event, Lock
from typing import TypeVar

from amaranth.back import rtlil
from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped
from amaranth.utils import exact_log2
from amaranth_soc import csr, wishbone
from amaranth_soc.memory import MemoryMap

from ..firmware.build import compile_firmware
from ..hw.primitives.popcount import popcount
from ..hw.slitherlink.candidates import Candidates
from ..hw.slitherlink.checker import Checker
from ..hw.slitherlink.connectivity import Connectivity
from ..hw.slitherlink.deducer import Deducer
from ..hw.slitherlink.deducer_peripheral import DeducerPeripheral
from ..hw.slitherlink.fixpoint import Fixpoint
from ..hw.slitherlink.holes import Holes
from ..hw.slitherlink.lane import Lane
from ..hw.slitherlink.pages import Pages
from ..hw.slitherlink.paths import Paths
from ..hw.slitherlink.peripheral import CheckerPeripheral
from ..hw.slitherlink.row_flood import RowFlood
from ..hw.slitherlink.row_rules import RowRules
from ..hw.slitherlink.sweep import Sweep
from ..hw.soc.bus import Interconnect
from ..hw.soc.config import Size, SoCConfig
from ..hw.soc.cpu import CPU
from ..hw.soc.identity import Identity
from ..hw.soc.leds import StatusLeds
from ..hw.soc.line_break import LineBreak
from ..hw.soc.timer import CycleCounter
from ..hw.soc.top import SoC
from ..hw.soc.uart import UART
from ..hw.sudoku.box_branching import BoxBranching
from ..hw.sudoku.cell_stream import CellStream
from ..hw.sudoku.excluded import Excluded
from ..hw.sudoku.hidden import Hidden
from ..hw.sudoku.judge import Judge
from ..hw.sudoku.peer_branching import PeerBranching, Shares
from ..hw.sudoku.peripheral import SudokuPeripheral
from ..hw.sudoku.round import Round
from ..hw.sudoku.scan import Scan
from ..hw.sudoku.scan_peripheral import ScanPeripheral
from ..hw.sudoku.solver import Solver
from ..hw.sudoku.subsets import Subsets
from ..hw.sudoku.unit_words import UnitWords
from ..hw.sudoku.worklist import Worklist
from ..hw.tools import ToolError
from .synthesis import NAME, Netlist, netlist_of

__all__ = ["CONFIG", "UNITS", "for_units", "synthesise_unit"]

_Figures = TypeVar("_Figures")

CONFIG = SoCConfig(checker=Size(10, 10), deducer=None)
_CHECKER, _DEDUCER, _SUDOKU, _SCAN = Size(10, 10), Size(64, 36), 3, 5

_BUILD_HASH = 0x0123_4567_89AB_CDEF
"""Not the sources' own: it becomes constants in the logic, and a new comment would change area and speed."""


class _Interconnect(wiring.Component):
    """The interconnect with the buses of what it joins as its ports."""

    def __init__(self):
        super().__init__({
            "ibus": In(wishbone.Signature(
                addr_width=30, data_width=32, granularity=8, features=("err", "cti", "bte"))),
            "dbus": In(wishbone.Signature(
                addr_width=30, data_width=32, granularity=8, features=("err", "cti", "bte"))),
            "rom": Out(wishbone.Signature(
                addr_width=exact_log2(CONFIG.rom_bytes // 4), data_width=32, granularity=8)),
            "ram": Out(wishbone.Signature(
                addr_width=exact_log2(CONFIG.ram_bytes // 4), data_width=32, granularity=8)),
            "registers": Out(csr.Signature(addr_width=10, data_width=32)),
        })
        self.registers.memory_map = MemoryMap(addr_width=10, data_width=32)

    def elaborate(self, platform) -> Module:  # noqa: ANN001 - as everywhere in Amaranth
        m = Module()
        m.submodules.interconnect = interconnect = Interconnect(self.rom, self.ram, self.registers)
        connect(m, flipped(self.ibus), interconnect.ibus)
        connect(m, flipped(self.dbus), interconnect.dbus)
        return m


class _Popcount(wiring.Component):
    """The paper's count of the ones in a row of 32 cells."""

    vector: In(32)
    count: Out(6)

    def elaborate(self, platform) -> Module:  # noqa: ANN001
        m = Module()
        m.d.comb += self.count.eq(popcount(self.vector))
        return m


def _soc() -> SoC:
    soc = SoC(CONFIG, _BUILD_HASH)
    soc.load(compile_firmware(soc.bus_map))
    return soc


UNITS: dict[str, Callable[[], wiring.Component]] = {
    "soc": _soc,
    "checker-peripheral": lambda: CheckerPeripheral(*_CHECKER),
    "checker": lambda: Checker(*_CHECKER),
    "connectivity": lambda: Connectivity(*_CHECKER),
    "holes": lambda: Holes(*_CHECKER),
    "deducer-peripheral": lambda: DeducerPeripheral(*_DEDUCER),
    "deducer": lambda: Deducer(*_DEDUCER),
    "candidates": lambda: Candidates(*_DEDUCER),
    "lane": lambda: Lane(*_DEDUCER, words=512),
    "fixpoint": lambda: Fixpoint(*_DEDUCER),
    "sweep": lambda: Sweep(*_DEDUCER),
    "row-rules": lambda: RowRules(_DEDUCER.cols),
    "paths": lambda: Paths(*_DEDUCER),
    "row-flood": lambda: RowFlood(*_DEDUCER),
    "pages": lambda: Pages(*_DEDUCER, depth=512),
    "sudoku-peripheral": lambda: SudokuPeripheral(_SUDOKU),
    "sudoku-solver": lambda: Solver(_SUDOKU),
    "sudoku-round": lambda: Round(_SUDOKU),
    "sudoku-box-branching": lambda: BoxBranching(_SUDOKU),
    "sudoku-peer-branching": lambda: PeerBranching(_SUDOKU),
    "sudoku-shares": lambda: Shares(_SUDOKU),
    "scan-peripheral": lambda: ScanPeripheral(_SCAN, subsets=_SCAN),
    "scan": lambda: Scan(_SCAN, excluded=_SCAN, subsets=_SCAN),
    "cell-stream": lambda: CellStream(_SCAN),
    "unit-words": lambda: UnitWords(_SCAN ** 2),
    "excluded": lambda: Excluded(_SCAN, parts=_SCAN ** 2),
    "judge": lambda: Judge(_SCAN),
    "hidden": lambda: Hidden(_SCAN ** 2),
    "subsets": lambda: Subsets(_SCAN ** 2),
    "worklist": lambda: Worklist(_SCAN ** 2),
    "cpu": CPU,
    "interconnect": _Interconnect,
    "uart": lambda: UART(divisor=CONFIG.divisor),
    "timer": CycleCounter,
    "identity": lambda: Identity(CONFIG, _BUILD_HASH),
    "leds": StatusLeds,
    "line-break": lambda: LineBreak(CONFIG.clock_hz // 50),
    "popcount": _Popcount,
}
"""Makes a unit, by its name; what holds others before them. The checker is that of a 10x10 SoC, the deducer as large as
it can be; the Sudoku engines are for 9x9 and, the one for any order, up to 25x25."""

_ELABORATION = Lock()
"""Amaranth numbers all signals by one counter, which threads must not share."""


def synthesise_unit(make: Callable[[], wiring.Component], synthesis: str, folder: Path,
                    hear: Callable[[str], None] = lambda line: None) -> Netlist:
    """A unit's netlist, without anything around it. Several threads may do this at once.

    Parameters
    ----------
    make : callable
        Makes the unit.
    synthesis : str
        Yosys' command, for the device's family.
    folder : Path
        Gets ``rowloom.json`` and what leads to it.
    hear : callable
        Gets every line that Yosys prints.

    Raises
    ------
    ToolError
        If Yosys fails.
    """
    with _ELABORATION:
        text = rtlil.convert(make(), name=NAME, emit_src=False)
    return netlist_of(text, synthesis, folder, hear)


def for_units(names: Sequence[str], jobs: int, measure: Callable[[str, Callable[[str], None]], _Figures],
              done: Callable[[str, _Figures], None]) -> dict[str, _Figures]:
    """Measures units, several at a time.

    Parameters
    ----------
    names : sequence of str
    jobs : int
        How many at a time.
    measure : callable
        Gets a unit's name, and what has to hear every line that its programs print.
    done : callable
        Gets each unit's name and figures as soon as they are known.

    Returns
    -------
    dict
        The figures by name, in the order of ``names``.
    """
    stopped = Event()

    def listen(line: str) -> None:
        if stopped.is_set():
            # Raised where it listens, an exception ends the program.
            raise ToolError("stopped")

    figures = {}
    with ThreadPoolExecutor(jobs) as pool:
        try:
            futures = {pool.submit(measure, name, listen): name for name in names}
            for future in as_completed(futures):
                figures[futures[future]] = future.result()
                done(futures[future], future.result())
        except BaseException:
            # Ctrl-C reaches this thread only; the others would go on to their ends.
            stopped.set()
            pool.shutdown(cancel_futures=True)
            raise
    return {name: figures[name] for name in names}
