"""The command line with Sudokus, against a board in virtual time: what it prints, and how it exits."""

import json
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import pytest

from rowloom.host.board import Board
from rowloom.host.cli import connection, main
from rowloom.host.protocol import Capability, Engine, Result, Status
from rowloom.host.puzzles.sudoku import Sudoku, encode, write

FAST, STEPS, SCAN = (Capability(2, engine, size, size) for engine, size in ((2, 4), (3, 4), (4, 225)))

COUNTERS = {
    Engine.CHECKER: (1_000, 400, 1),
    Engine.FAST: (3, 2, 25, 1_900),
    Engine.STEPS: (4, 3, 26, 1_700),
    Engine.SCAN: (6, 5, 1_234, 600, 70, 8_000, 900),
}


def solution_of(order):
    size = order * order
    return tuple(
        tuple((row * order + row // order + col) % size + 1 for col in range(size)) for row in range(size)
    )


def puzzle_of(order, name=None, empty=lambda row, col: (row + col) % 2):
    """That grid with every other cell empty."""
    cells = tuple(
        tuple(0 if empty(row, col) else digit for col, digit in enumerate(line))
        for row, line in enumerate(solution_of(order))
    )
    return Sudoku(name or f"order-{order}", order * order, order * order, cells)


FOUR = puzzle_of(2, "four")
TWICE = Sudoku("twice", 4, 4, ((1, 2, 3, 4), (3, 4, 1, 2), (0, 0, 0, 0), (0, 0, 0, 0)))
NONE = Sudoku("none", 4, 4, ((1, 2, 3, 0), (0, 0, 4, 0), (0, 0, 0, 0), (0, 0, 0, 0)))
ALL = {
    **{encode(puzzle): [solution_of(puzzle.order)] for puzzle in (FOUR, *map(puzzle_of, range(3, 16)))},
    encode(TWICE): [
        (*TWICE.cells[:2], (2, 1, 4, 3), (4, 3, 2, 1)), (*TWICE.cells[:2], (4, 3, 2, 1), (2, 1, 4, 3)),
    ],
    encode(NONE): [],
}  # fmt: skip


def laid_out(solution):
    """A solution as the board sends it: like a puzzle, without the size, or a byte a cell."""
    size = len(solution)
    return encode(Sudoku("", size, size, solution))[2:] if size <= 16 else bytes(sum(solution, ()))


def solver(cycles):
    def solve(request):
        rows, cols = request.puzzle[:2]
        if request.genre == 1:
            return Result(Status.SOLVED, True, rows, cols, cycles, COUNTERS[request.engine], (b"\1",)), cycles / 50e6
        found = tuple(laid_out(solution) for solution in ALL[request.puzzle][: request.count])
        status, complete, took = (Status.SOLVED if found else Status.NO_SOLUTION), True, cycles * request.engine
        if request.limit and took > request.limit:
            found, status, complete, took = (), Status.LIMIT, False, request.limit
        return Result(status, complete, rows, cols, took, COUNTERS[request.engine], found), took / 50e6

    return solve


class Terminal:
    """Runs command lines where the puzzles are files, and the board is a fake one."""

    def __init__(self, wire, monkeypatch, capsys):
        self._wire, self._patch, self._capsys = wire, monkeypatch, capsys
        self.plug(FAST, STEPS, SCAN)

    def plug(self, *capabilities, cycles=1_000):
        """Connects a board with these engines."""
        board = self._wire.FakeBoard(solver(cycles), replace(self._wire.IDENTITY, capabilities=capabilities))
        channel = self._wire.Channel(board, limit=2000.0)
        self._patch.setattr(connection, "open_link", lambda args, puzzles: nullcontext(channel))
        self._patch.setattr(connection, "Board", partial(Board, clock=channel.clock))

    def run(self, *words):
        """Returns the exit status, the lines of standard output, and those of standard error."""
        status = main([str(word) for word in words])
        out, err = self._capsys.readouterr()
        return status, out.splitlines(), err.splitlines()


@pytest.fixture
def terminal(wire, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    for puzzle in (FOUR, TWICE, NONE, *map(puzzle_of, range(3, 16))):
        (tmp_path / f"{puzzle.name}.txt").write_text(write(puzzle))
    (tmp_path / "bad.txt").write_text("11..............\n1...............1\n" + write(FOUR))
    (tmp_path / "loop.txt").write_text("# loop\n1 1\n.\n")
    return Terminal(wire, monkeypatch, capsys)


def table(out):
    """The cells of the last table's lines."""
    start = max(index for index, line in enumerate(out) if line.startswith("┏"))
    return [[cell.strip() for cell in line.split("│")[1:-1]] for line in out[start:] if line.startswith("│")]


# solve


def test_solve_draws_puzzle_and_solution(terminal):
    assert terminal.run("solve", "four.txt") == (0, [
        "four (4x4): solved and verified",
        "2,000 cycles, 40 µs at 50 MHz; 2 guesses, 25 rounds",
        "╭─────┬─────╮    ╭─────┬─────╮",
        "│ 1 · │ 3 · │    │ 1 2 │ 3 4 │",
        "│ · 4 │ · 2 │    │ 3 4 │ 1 2 │",
        "├─────┼─────┤    ├─────┼─────┤",
        "│ 2 · │ 4 · │    │ 2 3 │ 4 1 │",
        "│ · 1 │ · 3 │    │ 4 1 │ 2 3 │",
        "╰─────┴─────╯    ╰─────┴─────╯",
        "",
    ], [])  # fmt: skip


@pytest.mark.parametrize("words, engine", [
    ((), "fast"), (("--engine", "fast"), "fast"), (("--engine", "steps"), "steps"), (("--engine", "scan"), "scan"),
])  # fmt: skip
def test_solve_json(terminal, words, engine):
    status, out, err = terminal.run("solve", "--json", "four.txt", *words)
    (record,) = map(json.loads, out)
    assert (status, err) == (0, [])
    assert record["solutions"] == [[list(row) for row in solution_of(2)]]
    assert (record["genre"], record["rows"], record["cols"], record["engine"]) == ("sudoku", 4, 4, engine)
    assert record["nodes"] == COUNTERS[Engine[engine.upper()]][0]
    assert record["guesses"] == COUNTERS[Engine[engine.upper()]][1]


def test_solve_two_solutions(terminal):
    status, out, _ = terminal.run("solve", "--count", 2, "twice.txt")
    assert (status, out[0]) == (0, "twice (4x4): solved and verified; not unique: there is a second solution")
    assert out[6] == "│ · · │ · · │    │ 2 1 │ 4 3 │    │ 4 3 │ 2 1 │"


def test_solve_without_a_solution(terminal):
    status, out, _ = terminal.run("solve", "none.txt")
    assert (status, out[0], len(out)) == (1, "none (4x4): there is no solution", 10)


def test_bad_ones_are_told_in_their_place(terminal):
    status, out, err = terminal.run("solve", "--no-draw", "bad.txt")
    assert (status, out[0]) == (1, "four (4x4): solved and verified")
    assert err == [
        "rowloom: bad.txt:1:2: 1 stands twice in a row: in row 1, column 1 and in row 1, column 2",
        "rowloom: bad.txt:2: expected a row of 4, 9, 16 ... or 225 cells, or 16, 81, 256 or 625 characters for all"
        " cells, found 17 characters: '1...............1'",
    ]


def test_a_wrong_answer_is_not_believed(terminal, monkeypatch):
    monkeypatch.setitem(ALL, encode(FOUR), [solution_of(2)[1:] + solution_of(2)[:1]])
    status, out, err = terminal.run("solve", "four.txt")
    assert (status, out) == (1, [])
    assert err == [
        "rowloom: four.txt:2: four: the board's answer is wrong: row 1, column 1: the given is 1, but the solution"
        " has 3"
    ]


@pytest.mark.parametrize("order", [4, 5, 6, 15])
def test_every_size_is_solved(terminal, order):
    """Those from 25x25 on pass in pieces."""
    status, out, err = terminal.run("solve", "--json", f"order-{order}.txt")
    (record,) = map(json.loads, out)
    assert (status, err, record["engine"]) == (0, [], "scan")
    assert record["solutions"] == [[list(row) for row in solution_of(order)]]


def test_what_is_too_large_for_the_terminal(terminal):
    assert len(terminal.run("solve", "order-5.txt")[1]) == 2 + 2 * 31 + 2
    status, out, err = terminal.run("solve", "order-6.txt")
    assert (status, err) == (0, [])
    assert out == [
        "order-6 (36x36): solved and verified",
        "4,000 cycles, 80 µs at 50 MHz; 5 guesses, 1,234 unit visits",
        "Too large for the terminal; this draws it (.svg as well): rowloom draw order-6.txt -p order-6 --solve -o"
        " picture.png",
        "",
    ]


def test_what_the_terminal_cannot_draw_has_names_with_blanks_in_it(terminal, tmp_path, monkeypatch):
    text = write(puzzle_of(6, "my best one"))
    (tmp_path / "my best.txt").write_text(text)
    assert "rowloom draw 'my best.txt' -p 'my best one' --solve" in terminal.run("solve", "my best.txt")[1][2]
    monkeypatch.setattr("rowloom.host.cli.batch.read_text", lambda name: text)
    assert "rowloom draw FILE -p 'my best one' --solve" in terminal.run("solve", "-")[1][2]


# Genres


@pytest.mark.parametrize("command", [("solve",), ("bench",), ("draw", "-o", "out.svg")])
def test_the_genre_can_be_told(terminal, command):
    status, _, err = terminal.run(*command, "four.txt", "--genre", "slitherlink")
    assert (status, err) == (1, ["rowloom: four.txt:2: expected a size line 'rows cols', found '1.3..4.22.4..1.3'"])
    assert terminal.run(*command, "four.txt", "--genre", "sudoku")[::2] == (0, [])
    status, _, err = terminal.run(*command, "four.txt", "--genre", "golf")
    assert (status, err[-1]) == (
        2, f"rowloom {command[0]}: error: argument --genre: invalid choice: 'golf' (choose from 'slitherlink',"
        " 'sudoku', 'slink', 'smullyan', 'canal')"
    )  # fmt: skip


def test_files_of_both_genres(terminal):
    terminal.plug(Capability(1, 1, 10, 10), FAST)
    status, out, err = terminal.run("solve", "--no-draw", "four.txt", "loop.txt")
    assert (status, err) == (0, [])
    assert out[::2] == ["four (4x4): solved and verified", "loop (1x1): solved and verified"]


def test_a_board_for_the_other_genre(terminal):
    terminal.plug(Capability(1, 1, 10, 10))
    status, out, err = terminal.run("solve", "four.txt")
    assert (status, out, err) == (1, [], ["rowloom: four.txt:2: four: this build does not solve sudoku"])


# bench


def test_bench(terminal):
    status, out, err = terminal.run("bench", "four.txt", "twice.txt", "order-3.txt", "order-4.txt")
    assert (status, err) == (0, [])
    captions = [line for line in out if line and line[0] not in "┏┃┡│└"]
    assert captions == [
        "Engine fast: cycles until the first solution, time at 50 MHz",
        "Engine scan: cycles until the first solution, time at 50 MHz",
        "González, Olivito and Resano (2009): Table II, type (a), beside the mean and the longest time here, and the"
        " contest's time limit",
    ]
    scan = out.index(captions[1])
    assert table(out[:scan]) == [["4x4", "2", "2", *["2,000"] * 4, "40 µs", "1,900.0", "2.0", "25.0"]]
    counts = ["5.0", "1,234", "600", "70", "8,000", "900"]
    assert table(out[: out.index(captions[2])]) == [
        ["9x9", "1", "1", *["4,000"] * 4, "80 µs", *counts], ["16x16", "1", "1", *["4,000"] * 4, "80 µs", *counts],
    ]  # fmt: skip


def test_bench_beside_the_paper(terminal):
    """Orders 3 to 11 are in its table, 3 to 15 in the contest."""
    terminal.plug(SCAN, cycles=125_000)
    files = ["four.txt", *(f"order-{order}.txt" for order in range(3, 16))]
    status, out, err = terminal.run("bench", *files)
    assert (status, err) == (0, [])
    lines = table(out)
    assert lines[0] == ["3", "1", "219 ms", "1", "8.6 ms", "10 ms", "0.9", "10 ms"]
    assert lines[8] == ["11", "1", "531.47 s", "1", "381 ms", "10 ms", "38.1", "10 ms"]
    assert lines[12] == ["15", "1", "3,417.19 s", "1", "", "10 ms", "", "10 ms"]
    assert [line[0] for line in lines] == [str(order) for order in range(3, 16)]


def test_bench_says_what_the_limit_ended(terminal):
    terminal.plug(SCAN, cycles=125_000)
    status, out, err = terminal.run("bench", "order-3.txt", "order-4.txt", "--limit", "100k")
    assert (status, err) == (1, [])
    assert table(out[:-1]) == [
        ["3", "1", "219 ms", "0", "8.6 ms", "", "", ""], ["4", "1", "1.23 s", "0", "24.8 ms", "", "", ""],
    ]  # fmt: skip
    assert out[-1] == "Hit the limit: order-3, order-4"


def test_bench_knows_what_came_too_late(terminal):
    terminal.plug(SCAN, cycles=3_000_000)
    _, out, _ = terminal.run("bench", "order-3.txt", "order-4.txt")
    assert [line[3] for line in table(out)] == ["0", "1"]


def test_bench_with_both_engines(terminal):
    status, out, err = terminal.run("bench", "--engine", "both", "bad.txt", "four.txt")
    assert (status, len(err)) == (1, 2)
    assert table(out) == [["4x4", "2", "3,000", "2,000", "1.5", "3,000", "2,000", "1.5"]]
    assert "Cycles of the puzzles that both engines solved" in out


def test_bench_of_both_genres_with_both_engines(terminal):
    """Each genre has its own pair."""
    terminal.plug(Capability(1, 1, 10, 10), FAST, STEPS)
    status, out, err = terminal.run("bench", "four.txt", "loop.txt")
    assert (status, err) == (0, [])
    assert [line for line in out if "cycles until" in line] == [
        "Slitherlink, engine checker: cycles until the first solution, time at 50 MHz",
        "Sudoku, engine fast: cycles until the first solution, time at 50 MHz",
    ]


def test_bench_counts_what_is_unique(terminal):
    status, out, _ = terminal.run("bench", "--count", 2, "four.txt", "twice.txt", "none.txt")
    assert status == 1
    assert table(out) == [["4x4", "3", "1", "1", "1", "0"]]
    assert not any("Table II" in line for line in out)


# draw


def drawn(tmp_path, name="out.svg"):
    return (tmp_path / name).read_text()


def test_draw(terminal, tmp_path):
    assert terminal.run("draw", "four.txt", "-o", "bare.svg") == (0, [], [])
    assert terminal.run("draw", "four.txt", "-o", "out.svg", "--solve") == (0, [], [])
    # the colour of what is found
    assert ["#c1440e" in drawn(tmp_path, name) for name in ("bare.svg", "out.svg")] == [False, True]


@pytest.mark.parametrize("solution", [
    "1234341223414123", "2\n1 2 3 4\n3 4 1 2\n2 3 4 1\n4 1 2 3", "12|34\n34|12\n--+--\n23|41\n41|23",
    '{"name": "four", "genre": "sudoku", "solutions": [[[1, 2, 3, 4], [3, 4, 1, 2], [2, 3, 4, 1], [4, 1, 2, 3]]]}',
    '{"name": "four", "genre": "slitherlink", "solutions": [["1"]]}\n'
    '{"name": "four", "genre": "sudoku", "solutions": [[[1, 2, 3, 4], [3, 4, 1, 2], [2, 3, 4, 1], [4, 1, 2, 3]]]}',
])  # fmt: skip
def test_draw_reads_the_solution(terminal, tmp_path, solution):
    terminal.run("draw", "four.txt", "-o", "solved.svg", "--solve")
    (tmp_path / "solution").write_text(solution)
    assert terminal.run("draw", "four.txt", "-o", "out.svg", "--solution", "solution") == (0, [], [])
    assert drawn(tmp_path) == drawn(tmp_path, "solved.svg")


@pytest.mark.parametrize("solution, message", [
    ("1234341223414132", "no solution of four: row 4, column 4: the given is 3, but the solution has 2"),
    ("nothing", "there is no solution of four in it"),
    ('{"name": "four", "solutions": [["1234"]]}', 'not what `rowloom solve --json` prints: {"name": "four",'
     ' "solutions": [["1234"]]'),
])  # fmt: skip
def test_what_is_no_solution(terminal, tmp_path, solution, message):
    (tmp_path / "solution").write_text(solution)
    status, out, err = terminal.run("draw", "four.txt", "-o", "out.svg", "--solution", "solution")
    assert (status, out, err) == (1, [], [f"rowloom: solution: {message}"])
