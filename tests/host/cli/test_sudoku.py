"""Commands with Sudokus, on a fake board in virtual time."""

from dataclasses import replace

import pytest

from rowloom.host.puzzles.encoding import SUDOKU
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.wire.protocol import Capability, Result, Status
from support.channel import IDENTITY, FakeBoard
from support.puzzles import full_grid
from support.says import Says, out_of
from support.terminal import CHECKER, table

PARALLEL, SCAN = Capability(2, 2, 4, 4), Capability(2, 4, 225, 225)

COUNTS = {1: (1_000, 400, 1), 2: (3, 2, 25, 1_900), 4: (6, 5, 1_234, 600, 70, 8_000, 900)}
"""The values of each engine's counters. The keys are the engines' numbers; 1 is the checker."""


def puzzle_of(order, name=None):
    """Return a puzzle of this order, in which every second cell is empty."""
    cells = tuple(tuple(0 if (row + col) % 2 else digit for col, digit in enumerate(line))
                  for row, line in enumerate(full_grid(order)))  # fmt: skip
    return Sudoku(name or f"order-{order}", order * order, order * order, cells)


PUZZLES = [puzzle_of(2, "four"), *(puzzle_of(order) for order in (3, 4, 5, 6, 11, 15))]
SOLUTIONS = {SUDOKU.encode(puzzle): full_grid(puzzle.order) for puzzle in PUZZLES}


def board(*engines, cycles=1_000):
    """Return a board. The number of cycles of a search is ``cycles``, multiplied by the number of the engine."""

    def solve(request):
        counters, took = COUNTS[request.engine] if request.counters else (), cycles * request.engine
        if request.limit and took > request.limit:
            return Result(Status.LIMIT, False, request.limit, counters), request.limit / 50e6
        if request.genre == 1:
            found = b"\1"
        else:
            solution = SOLUTIONS[request.puzzles]  # a solution larger than 16x16 is sent with a byte for each cell
            found = SUDOKU.encode_solution(solution) if len(solution) <= 16 else bytes(sum(solution, ()))
        return Result(Status.SOLVED, True, took, counters, (found,)), took / 50e6

    return FakeBoard(solve, replace(IDENTITY, capabilities=engines))


@pytest.fixture
def terminal(terminal, tmp_path):
    """Run command lines with ``--port`` in a folder with Sudokus; the fake board has a parallel engine for 4x4 and a
    scan engine."""
    run = terminal.run
    terminal.run = lambda *words, **options: run(*words, "--port", "fake", **options)
    for puzzle in PUZZLES:
        (tmp_path / f"{puzzle.name}.txt").write_text(Sudoku.write(puzzle))
    (tmp_path / "loop.txt").write_text("# loop\n1 1\n.\n")
    terminal.plug(board(PARALLEL, SCAN))
    return terminal


def test_puzzles_too_large_for_the_terminal(terminal, tmp_path):
    """The board receives puzzles of 25x25 or more cells in several pieces."""
    assert len(terminal.run("solve", "order-5.txt")[1]) == 2 + 2 * 31 + 2
    out = out_of(terminal.run("solve", "order-6.txt"))
    assert out == [
        Says("order-6 (36x36): solved and verified"), "4,000 cycles, 80 µs at 50 MHz",
        Says("rowloom draw order-6.txt -p order-6 --solve -o picture.png"), "",
    ]  # fmt: skip
    text = Sudoku.write(puzzle_of(6, "my best one"))
    (tmp_path / "my best.txt").write_text(text)
    assert "rowloom draw 'my best.txt' -p 'my best one' --solve" in terminal.run("solve", "my best.txt")[1][2]
    assert "rowloom draw FILE -p 'my best one' --solve" in terminal.run("solve", "-", stdin=text)[1][2]


def test_bench(terminal):
    terminal.plug(board(PARALLEL, SCAN, CHECKER))
    out = out_of(terminal.run("bench", "four.txt", "order-3.txt", "order-4.txt", "loop.txt"))
    captions = [line for line in out if line and line[0] not in "┏┃┡│└"]
    assert captions == [
        Says("Slitherlink, engine checker"), Says("Sudoku, engine parallel"), Says("Sudoku, engine scan"),
        Says("González, Olivito and Resano (2009)"),
    ]  # fmt: skip
    scan, paper = map(out.index, captions[2:])
    assert table(out[:scan]) == [["4x4", "1", "1", *["2,000"] * 4, "40 µs", "2.0", "25.0", "1,900"]]
    counts = ["5.0", "1,234", "600", "70.0", "8,000", "900"]
    assert table(out[:paper]) == [[size, "1", "1", *["4,000"] * 4, "80 µs", *counts] for size in ("9x9", "16x16")]


def test_bench_compares_with_the_paper(terminal):
    """The table contains the paper's times for the orders 3 to 11, and the contest's times for the orders 3 to 15."""
    terminal.plug(board(SCAN, cycles=125_000))
    files = ["four.txt", *(f"order-{order}.txt" for order in (3, 11, 15))]
    out = out_of(terminal.run("bench", *files))
    lines = table(out)
    assert lines[0] == ["3", "1", "219 ms", "1", "8.6 ms", "10 ms", "0.9", "10 ms"]
    assert lines[1] == ["11", "1", "531.47 s", "1", "381 ms", "10 ms", "38.1", "10 ms"]
    assert lines[2:] == [["15", "1", "3,417.19 s", "1", "", "10 ms", "", "10 ms"]]
    _, out, _ = terminal.run("bench", "order-3.txt", "--limit", "100k")
    assert table(out[:-1]) == [["3", "1", "219 ms", "0", "8.6 ms", "", "", ""]]
    terminal.plug(board(SCAN, cycles=3_000_000))
    assert [line[3] for line in table(terminal.run("bench", "order-3.txt", "order-4.txt")[1])] == ["0", "1"]
