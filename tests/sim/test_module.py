"""The simulated board as a WebAssembly module, which wasmtime runs. The board behaves like the native simulator, and
its registers and memories can be watched."""

import json
import math
import random
import re
from contextlib import closing
from pathlib import Path

import pytest
from amaranth.lib import data

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.config import SoCConfig
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.status import SOLVED
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.hw.slitherlink.deducer.shapes import Shape
from rowloom.hw.soc.peripheral import Watched
from rowloom.sim import Simulator
from rowloom.sim.module import _all_watched, _find, build_module, module_config
from rowloom.sim.program import compile_module
from rowloom.tools import ToolError
from support.module_board import CHANGED, IDLE, USED_UP, ModuleBoard
from support.puzzles import examples

ROOT = Path(__file__).parents[2]
EXPORTS = {
    "memory", "begin", "input", "send", "output", "received", "run", "clocks", "lights", "set_clocks_per_bit",
    "send_break", "watched", "stop_at", "changed",
}


@pytest.fixture
def board():
    """The board on which the web page solves Slitherlinks."""
    return ModuleBoard(build_module(module_config("deducer")))


def session(link) -> Session:
    return Session(link, timeout=120.0, resend_interval=30.0)


def cycles(link, posed):
    """Solve puzzles; return the cycles and counters of each puzzle.

    Puzzles are sent one at a time, because a frame that arrives during a search takes cycles. A frame takes more cycles
    if the session's number contains zeros, so all sessions here have the same number.
    """
    random.seed(0)
    board = session(link)
    outcomes = [outcome for one in posed for outcome in solve(board, [Job(one, 2, counters=True)])]
    assert all((outcome.status, outcome.verified) == (SOLVED, True) for outcome in outcomes)
    return [(outcome.cycles, outcome.counters) for outcome in outcomes]


def test_it_imports_nothing(board):
    assert not board.module.imports
    assert {export.name for export in board.module.exports} == EXPORTS
    documents = (ROOT / "docs" / "develop" / "simulated-board.md").read_text()
    documented = documents.partition("## Watched items")[0]
    assert {name for row in re.findall(r"^\| (`.*?) \|", documented, re.MULTILINE)
            for name in re.findall(r"`(\w+)", row)} == EXPORTS


def test_what_would_be_imported_is_reported(tmp_path):
    source = tmp_path / "main.cpp"
    source.write_text('extern "C" int elsewhere();\n'
                      'extern "C" __attribute__((export_name("here"))) int here() { return elsewhere(); }\n')
    with pytest.raises(ToolError, match=r"(?s)^The linker failed:\n.*undefined symbol: elsewhere"):
        compile_module([source], tmp_path)


@pytest.mark.parametrize("engine, names", [
    ("deducer", "slitherlink-10x10-*"), *(pytest.param(*case, marks=pytest.mark.slow) for case in (
        ("deducer:64x36", "slitherlink-*"), ("parallel:9x9", "sudoku-9x9-*"), ("scan:49x49", "sudoku-*"),
        ("dynasty:36x36", "smullyan-*"), ("canal:36x36", "canal-*")))])
def test_cycles_are_those_of_the_native_simulator(engine, names, monkeypatch):
    """The numbers of cycles are the same although the bit rates may differ."""
    # Do not poll during a long search: polls take cycles, and their times depend on the host's clock.
    monkeypatch.setattr("rowloom.host.link.pipeline.POLL_INTERVAL", math.inf)
    paths = sorted((ROOT / "examples").glob(f"{names}.txt"))
    assert len(paths) >= 3
    posed = [one for path in paths for one in examples(path.stem)]
    config = SoCConfig.of(engine)
    with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as link:
        native = cycles(link, posed)
    assert cycles(ModuleBoard(build_module(module_config(engine))), posed) == native


def test_bytes_at_its_pins(board):
    """Until the next run, the module keeps the bytes that the board has sent. After its answer, the board is idle."""
    hello = session(board)
    assert hello.identify().capabilities[0].rows == 64
    assert len(board.take()) == board.received() > 0
    assert board.run(1) == USED_UP
    assert board.received() == 0
    clocks = board.clocks()
    assert board.run(1_000_000) == IDLE
    assert 200_000 < board.clocks() - clocks < 300_000
    assert board.lights() & 0b110 == 0

    board.send(0)
    assert board.run(100) == USED_UP
    board.write(b"\0\0\0")
    assert board.run(1_000) == USED_UP
    (one,) = examples("slitherlink-5x5")
    (outcome,) = solve(hello, [Job(one)])
    assert outcome.verified


def test_it_takes_no_more_than_there_is_room(board):
    assert board.send(5_000) == 4_096
    assert board.send(1) == 0
    board.run(50)
    assert board.send(5) == 1


def test_another_bit_rate(board):
    hello = session(board)
    hello.identify()
    clocks = board.description["clocks_per_bit"]
    assert clocks == 5
    board.write(bytes.fromhex("00"))
    board.set_clocks_per_bit(8)
    board.write(b"\x55" * 20)
    assert board.run(20_000) == USED_UP
    board.set_clocks_per_bit(clocks)
    assert hello.identify().bit_rate == 10_000_000


def test_a_break_restarts_it(board):
    session(board).identify()
    board.send_break(board.description["clock_hz"] // 40)
    assert board.run(board.description["clock_hz"] // 38) == USED_UP
    assert board.value("cycles") < 400_000
    assert session(board).identify()


def test_another_board(board):
    """A new board reuses the memory of the first board, so the module's memory does not grow."""
    size, at = board.memory_size(), board.watched(1)
    session(board).identify()
    cycles(board, examples("slitherlink-10x10-normal"))
    assert board.memory_size() == size
    board.begin()
    assert (board.clocks(), board.memory_size(), board.watched(1)) == (0, size, at)
    assert session(board).identify()


def test_the_description(board):
    described = board.description
    assert [(one["engine"], one["rows"], one["cols"], one["exact"]) for one in described["engines"]] == [
        ("deducer", 64, 36, False)]
    items = described["watched"]
    assert len({item["name"] for item in items}) == len(items)
    assert {item["name"].partition(".")[0] for item in items} == {"cycles", "cpu", "bus", "uart", "deducer"}
    for item in items:
        assert item["words"] == (item["width"] + 31) // 32
        assert item["meaning"]
        fields = item.get("fields", [])
        assert sum(field["width"] for field in fields) in (0, item["width"])
        assert 2 ** item["width"] >= len(item.get("states", ()))
    assert board.description["watched"][board.number("deducer.search")]["states"][0] == "IDLE"
    assert json.dumps(described)


@pytest.mark.parametrize("engine", ENGINES)
def test_names_of_what_is_watched(engine):
    watched = list(_all_watched(SoCConfig.of(f"{engine}:4x4")))
    for part, pattern in ("", r"cycles|(cpu|bus|uart)\.[a-z_]+"), (engine, "[a-z0-9_]+"):
        names = [one.name for name, one, _ in watched if name == part]
        assert len(names) == len(set(names))
        assert all(re.fullmatch(pattern, name) for name in names)
    assert all((states is not None) == one.path.endswith("fsm_state") for _, one, states in watched)


NAMED = '''
\t\titems->add(path, "unit a_b", "", p_unit_2e_a__b, 0, debug_item::DRIVEN_SYNC);
\t\titems->add(path, "unit c", "", p_unit_2e_c, 0, debug_item::DRIVEN_SYNC);
\t\titems->add(path, "unit c$7", "", p_unit_2e_c_24_7, 0, debug_item::DRIVEN_SYNC);
\t\titems->add(path, "unit d", "", debug_alias(), p_unit_2e_c);
\t\titems->add(path, "unit d$8",
\t\t\t/* attribute init is over 64 bits wide */ "", p_unit_2e_d_24_8, 0, debug_item::DRIVEN_SYNC);
\t\titems->add(path, "unit e", "", debug_alias(), memory_p_unit_2e_f);
\t\titems->add(path, "unit value", "", p_unit_2e_value, 0, debug_item::DRIVEN_COMB);
'''
HEADER = """
\twire<3> p_unit_2e_a__b;
\twire<2> p_unit_2e_c;
\twire<2> p_unit_2e_c_24_7;
\twire<5> p_unit_2e_d_24_8;
\tmemory<70> memory_p_unit_2e_f { 20u };
\tvalue<2> p_unit_2e_value;
"""


@pytest.mark.parametrize("path, member, width, words, depth", [
    ("a_b", "p_unit_2e_a__b", 3, 1, None), ("d", "p_unit_2e_d_24_8", 5, 1, None),
    ("e", "memory_p_unit_2e_f", 70, 3, 20)])
def test_what_is_watched_is_found_by_its_name(path, member, width, words, depth):
    assert _find(NAMED, HEADER, "unit", Watched("mine", path, "meaning"), None) == (member, {
        "name": "unit.mine", "meaning": "meaning", "width": width, "words": words, "depth": depth})


@pytest.mark.parametrize("watched, message", [
    (Watched("mine", "gone", ""), "(unit.gone) occurs 0 times in the design"),
    (Watched("mine", "c", ""), "(unit.c) occurs 2 times in the design"),
    (Watched("mine", "value", ""), "(unit.value) is neither a register nor a memory"),
    (Watched("mine", "a_b", "", data.StructLayout({"x": 4})), "(unit.a_b) has 3 bits, not 4"),
])
def test_what_cannot_be_watched_is_reported(watched, message):
    with pytest.raises(ToolError, match=f"^the watched item mine {re.escape(message)}$"):
        _find(NAMED, HEADER, "unit", watched, None)


def test_a_deducer_s_state_is_the_solution(board):
    """In the deducer's memory, each cell has one colour, and the shape of each vertex is how the loop passes through
    it."""
    (one,) = examples("slitherlink-5x5")
    (outcome,) = solve(session(board), [Job(one)])
    page = board.value("deducer.page")
    assert board.value("deducer.height") == board.value("deducer.width") == 5
    assert (board.value("deducer.decided"), board.state("deducer.search")) == (1, "IDLE")
    rows = [board.fields("deducer.rows", page + row) for row in range(6)]
    inside = ["".join("01"[row["inside"] >> col & 1] for col in range(5)) for row in rows[:5]]
    assert inside == list(outcome.solutions[0])
    assert all(row["inside"] & row["outside"] == 0 for row in rows)

    def colour(row, col):
        return 0 <= row < 5 and 0 <= col < 5 and inside[row][col] == "1"

    for row in range(6):
        for col in range(6):
            around = colour(row - 1, col - 1), colour(row - 1, col), colour(row, col - 1), colour(row, col)
            shape, = (number for number in range(len(Shape)) if rows[row][f"shapes.{number}"] >> col & 1)
            sides = list(Shape)[shape].sides
            assert all(around[place] ^ around[0] == sides[place] for place in range(4)), (row, col)


def test_a_run_stops_where_a_row_changes(board):
    """A run stops at every change, and nowhere else. The search takes as many cycles as without stops."""
    posed = examples("slitherlink-10x10-normal")[0]
    (outcome,) = solve(session(board), [Job(posed)])
    board.begin()
    rows, search = board.number("deducer.rows"), board.number("deducer.search")
    depth = board.description["watched"][rows]["depth"]
    for number in (rows, search):
        board.stop_at(number, 1)

    words, stops, states = [0] * depth, 0, set()

    def run(clocks, run=board.run):
        nonlocal stops
        reason = run(clocks)
        if reason == CHANGED:
            stops += 1
            index = board.changed(rows)
            if index >= 0:
                value = board.value("deducer.rows", index)
                assert value != words[index]
                words[index] = value
            else:
                assert board.changed(search) == 0
            states.add(board.state("deducer.search"))
        return reason

    board.run = run
    (watched,) = solve(session(board), [Job(posed)])
    assert watched.cycles == outcome.cycles
    assert stops > 50
    assert {"BEGIN", "RUN", "CHOOSE", "IDLE"} <= states
    assert words == [board.value("deducer.rows", index) for index in range(depth)]
    for number in (rows, search):
        board.stop_at(number, 0)
    assert board.changed(rows) == -1


def test_a_parallel_engine_s_state_is_the_solution():
    board = ModuleBoard(build_module(module_config("parallel")))
    (outcome,) = solve(session(board), [Job(examples("sudoku-9x9-normal")[0])])
    planes = [board.value(f"parallel.digit_{digit}") for digit in range(1, 10)]
    for row, digits in enumerate(outcome.solutions[0]):
        for col, digit in enumerate(digits):
            cell = ((col % 3 * 3 + row % 3) * 3 + row // 3) * 3 + col // 3
            assert [plane >> cell & 1 for plane in planes] == [number + 1 == digit for number in range(9)]


@pytest.mark.slow
def test_a_scan_engine_s_state_is_the_solution():
    (one, *_) = examples("sudoku-9x9-hard")
    board = ModuleBoard(build_module(module_config("scan:9x9")))
    (outcome,) = solve(session(board), [Job(one)])
    values = [board.value("scan.values", cell) for cell in range(81)]
    assert values == [digit for row in outcome.solutions[0] for digit in row]
    assert board.value("scan.solved") == 1
    assert board.value("scan.row_words") == 0x1FF
