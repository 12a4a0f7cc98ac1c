"""``rowloom bench``: tables, streams, ``--engine both``, and messages about puzzles that are not in the tables."""

import json
from dataclasses import replace
from itertools import count
from types import SimpleNamespace

import pytest

from rowloom.host.generate.standard import StandardSet
from rowloom.host.link import pool
from rowloom.host.puzzles.encoding import SUDOKU
from rowloom.host.wire.protocol import Result, Status
from rowloom.sim import LineUse
from support.channel import IDENTITY, FakeBoard
from support.puzzles import full_grid
from support.says import Says, out_of
from support.terminal import CHECKER, COUNTS, DEDUCER, loop_board, loop_solver, table

PORT = ("--port", "x")


def captions(out):
    return [line for line in out if line.startswith(("Engine", "Cycles", "How many"))]


@pytest.mark.parametrize("engine, file, rows, counts", [
    ("checker", "wide.txt", [["2x2", "10", "10"], ["10x10", "1", "1"]], ["1,000", "500.0"]),
    ("deducer", "large.txt", [["1x11", "1", "1"], ["2x2", "10", "10"]],
     ["3.0", "40.0", "2,000", "20 %", "15 %", "10 %", "5 %", "50 %"]),
])  # fmt: skip
def test_the_table(terminal, engine, file, rows, counts):
    """The hardware of the paper, a checker, takes 158 ms for a puzzle of 10x10; the fake board takes 10 ms."""
    terminal.plug(loop_board(engines=(CHECKER,) if engine == "checker" else (CHECKER, DEDUCER)))
    out = out_of(terminal.run("bench", file, "ten.txt", *PORT))
    assert captions(out) == [Says(f"Engine {engine}", "first solution", "50 MHz")]
    assert table(out) == [[*row, *["500,000"] * 4, "10 ms", *counts] for row in rows]
    compared = out[-1] == Says("Miyauchi and Tanaka (2020)", "158 ms", "10 ms", "15.8 times as fast")
    assert compared == (engine == "checker")


def test_percentiles(terminal):
    cycles = count(1000, 1000)
    terminal.plug(FakeBoard(lambda request: loop_solver(cycles=next(cycles))(request)))
    assert table(out_of(terminal.run("bench", *["ten.txt"] * 3, *PORT)))[0][3:7] == [
        "15,500", "15,500", "29,000", "30,000"]  # fmt: skip


def test_a_board_with_fewer_counters(terminal, monkeypatch):
    monkeypatch.setitem(COUNTS, 2, (3,))
    terminal.plug(loop_board(engines=(DEDUCER,)))
    _, out, _ = terminal.run("bench", "unique.txt")
    assert table(out) == [["2x2", "1", "1", *["500,000"] * 4, "10 ms", "3.0", *[""] * 7]]


@pytest.mark.parametrize("columns, lines_a_size", [("60", 9), ("80", 9), ("140", 1)])
def test_narrow_terminals_break_no_figures(terminal, monkeypatch, columns, lines_a_size):
    monkeypatch.setenv("COLUMNS", columns)
    terminal.plug(FakeBoard(loop_solver(cycles=617_283_900_000)))
    _, out, _ = terminal.run("bench", "wide.txt", "ten.txt", *PORT)
    lines = [line for line in out if line.startswith(("│", "┃"))]
    assert max(map(len, lines)) <= int(columns)
    assert sum("617,283,900,000" in line for line in lines) == 2 * min(lines_a_size, 4)
    assert len([line for line in lines if line.startswith("│")]) == 2 * lines_a_size
    assert not any("…" in line for line in out)


def test_the_simulation_s_rate(terminal):
    """The rate is printed only for long searches. In a short search, the simulator mostly simulates the serial line."""
    for seconds, told in (0.01, True), (0.0099, False):
        terminal.plug(loop_board(seconds=seconds))
        assert (Says("Simulation: 5,000,000 cycles", "MHz") in terminal.run("bench", "ten.txt")[1]) == told


def test_standard_sets(terminal, monkeypatch):
    """There are three standard sets of Slitherlinks."""
    monkeypatch.setattr(StandardSet, "file", lambda one, progress: "unique.txt")
    out = out_of(terminal.run("bench", "--standard", "--genre", "slitherlink", *PORT))
    assert table(out)[0][:3] == ["2x2", "3", "3"]


def test_puzzles_without_figures(terminal):
    terminal.plug(loop_board(seconds=1.0))
    terminal.interrupt_at(2.5)
    status, out, err = terminal.run("bench", "unsolvable.txt", "ten.txt", *PORT)
    assert (status, err) == (1, [])
    assert [line[:3] for line in table(out)] == [["2x2", "11", "1"]]
    assert out[-2:] == [Says("No solution: unsolvable"), Says("Interrupted: 9 of 11")]
    terminal.plug(FakeBoard(loop_solver(cycles=0)))
    status, out, err = terminal.run("bench", "unsolvable.txt", *PORT)
    assert (status, out[-1], err) == (1, "No solution: unsolvable", [])
    terminal.plug(loop_board())
    status, out, err = terminal.run("bench", "wide.txt", "unique.txt", "--limit", "1k", *PORT)
    assert (status, out[-1], err) == (1, "Hit the limit: wide, unique", ["rowloom: 0 of 2 puzzles solved"])


@pytest.mark.parametrize("words", [(), ("--engine", "both"), ("--stream",), ("--json",)])
def test_nothing_to_measure(terminal, words):
    terminal.plug(loop_board(), dies_at=0.0)
    status, out, err = terminal.run("bench", "missing.txt", "bad.txt", *words)
    told = out if "--json" in words else err
    assert (status, len([line for line in told if "of 2 puzzles solved" not in line])) == (1, 2)


def test_json_is_that_of_solve(terminal):
    assert terminal.run("bench", "--json", "mixed.txt") == terminal.run("solve", "--json", "mixed.txt")


@pytest.mark.parametrize("complete, counts", [(True, ["10", "1", "1", "0"]), (False, ["0", "0", "1", "11"])])
def test_unique_solutions(terminal, complete, counts):
    def solve(request):
        result, seconds = loop_solver()(request)
        return result._replace(complete=complete or not result.solutions), seconds

    terminal.plug(FakeBoard(solve))
    status, out, err = terminal.run("bench", "--count", 2, "ten.txt", "ambiguous.txt", "unsolvable.txt")
    assert (status, err) == (1, ["rowloom: 11 of 12 puzzles solved"])
    assert captions(out) == [Says("Engine checker", "second solution"), Says("How many solutions")]
    assert table(out) == [["2x2", "12", *counts]] and not any("Miyauchi" in line for line in out)


@pytest.mark.parametrize("use, facts", [
    (None, ("10 puzzles in 2.00 s, 5 a second",)),
    (LineUse(1_000_000, 985_000, 250_000), ("10 puzzles in 20 ms, 500 a second", "98.5 %", "25.0 %")),
])  # fmt: skip
def test_streaming(terminal, monkeypatch, use, facts):
    """If the line is simulated, the report contains the simulated time, not the real time of two seconds."""
    monkeypatch.setattr("rowloom.host.cli.figures.time", SimpleNamespace(monotonic=count(0, 2).__next__))
    terminal.channel.line_use = lambda: use
    assert out_of(terminal.run("bench", "ten.txt", "--stream"))[0] == Says("1,000,000 bit/s", *facts)


def test_streaming_json(terminal):
    terminal.channel.line_use = lambda: LineUse(1_000_000, 985_000, 250_000)
    *puzzles, last = out_of(terminal.run("bench", "ten.txt", "--stream", "--json"))
    stream = json.loads(last)["stream"]
    passed = stream.pop("bytes")
    assert len(puzzles) == 10
    assert stream == {"puzzles": 10, "seconds": 0.02, "busy": {"to_board": 0.985, "from_board": 0.25}}
    assert 0 < passed["to_board"] < terminal.channel.sent and 0 < passed["from_board"] < terminal.channel.received


def test_streaming_nothing(terminal):
    """No puzzle fits the board, so nothing is sent on the line."""
    terminal.channel.line_use = lambda: LineUse(0, 0, 0)
    assert terminal.run("bench", "large.txt", "--stream", *PORT) == (
        1, [], [Says("large.txt:2: large: 1x11 is too large")])


@pytest.mark.parametrize("words, wanted, at_a_time", [
    (("bench",), True, 1), (("bench", "--stream"), False, None), (("bench", "--stream", "--json"), True, None),
    (("solve", "--json"), True, None), (("solve",), False, None), (("draw", "-o", "x.svg", "--solve"), False, None),
])  # fmt: skip
def test_requests(terminal, monkeypatch, words, wanted, at_a_time):
    """In a stream, several puzzles are sent before the first answer. Counters are requested only if they are shown."""
    heard, most, solve = [], [], pool.solve
    monkeypatch.setattr(pool, "solve", lambda *args: most.append(args[3]) or solve(*args))
    terminal.plug(FakeBoard(lambda request: heard.append(request.counters) or loop_solver()(request)))
    terminal.run(*words, *["unique.txt"] * 3)
    assert (heard, most) == ([wanted] * 3, [at_a_time])


def test_both_engines(terminal):
    """Each engine has a table, and a third table compares the puzzles that both solved. Errors are reported once."""
    solvers = {CHECKER.engine: loop_solver(0.01), DEDUCER.engine: loop_solver(0.0001)}
    identity = replace(IDENTITY, capabilities=(CHECKER, DEDUCER))
    terminal.plug(FakeBoard(lambda request: solvers[request.engine](request), identity))
    words = ("mixed.txt", "wide.txt", "large.txt", "ten.txt")
    status, out, err = terminal.run("bench", "--engine", "both", *words, *PORT)
    assert (status, err) == (1, [
        Says("mixed.txt:8:2:"), Says("large.txt:2: large: 1x11 is too large"), "rowloom: 13 of 16 puzzles solved",
        Says("wide.txt:2: wide: 10x10", "12x5"), "rowloom: 13 of 15 puzzles solved",
    ])  # fmt: skip
    assert captions(out) == [Says("Engine checker"), Says("Engine deducer"), Says("Cycles", "both")]
    assert table(out) == [["2x2", "12", "500,000", "5,000", "100.0", "500,000", "5,000", "100.0"]]


def test_both_engines_end_with_the_first_ctrl_c(terminal):
    terminal.plug(loop_board(seconds=1.0, engines=(CHECKER, DEDUCER)))
    terminal.interrupt_at(2.5)
    status, out, err = terminal.run("bench", "--engine", "both", "ten.txt", *PORT)
    assert (status, err, captions(out), out[-1]) == (1, [], [Says("Engine checker")], Says("Interrupted: 8 of 10"))


def solver_of_both_genres(request):
    if request.genre == 1:
        return loop_solver()(request)
    solution = SUDOKU.encode_solution(full_grid(3))
    return Result(Status.SOLVED, True, 1000 * request.engine, (1, 0, 2, 3), (solution,)), 0.001


@pytest.mark.parametrize("files, boards, engines", [
    (("slink",), [("checker:10x10",), ("deducer:64x36",)], ["checker", "deducer"]),
    (("nine", "unique"), [("checker:10x10",), ("deducer:64x36",), ("scan:9x9",), ("parallel:9x9",)],
     ["checker", "deducer", "scan", "parallel"]),
])  # fmt: skip
def test_both_engines_of_simulated_boards(terminal, tmp_path, files, boards, engines):
    """Each engine runs on its own simulated board. If a genre has two engines, the faster engine comes last."""
    (tmp_path / "nine.txt").write_text("." * 81)
    terminal.simulate(solver_of_both_genres)
    out = out_of(terminal.run("bench", "--engine", "both", *(f"{name}.txt" for name in files)))
    assert terminal.simulated == boards
    assert [line.split()[1].rstrip(":") for line in captions(out) if line.startswith("Engine")] == engines
    assert len([line for line in captions(out) if line.startswith("Cycles")]) == len(files)


@pytest.mark.parametrize("options", [("--genre", "canal"), ("unique.txt",)])
def test_both_engines_of_a_genre_that_no_board_solves(no_board_for_canals, terminal, tmp_path, options):
    """The command fails before it measures anything."""
    (tmp_path / "other.txt").write_text("canal 1 2\n1 .\n")
    terminal.simulate(loop_solver())
    assert terminal.run("bench", "--engine", "both", "other.txt", *options) == (
        2, [], [Says("--engine both", "no board solves canal", "--engine sat")])
    assert not terminal.simulated
