"""``import rowloom``: what it offers, and what it refuses."""

import doctest
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version

import pytest

import rowloom
from rowloom.host import library, opening
from support.channel import Channel, FakeBoard
from support.terminal import LOOPS, loop_board, loop_solver

UNIQUE, AMBIGUOUS = LOOPS["unique"], LOOPS["ambiguous"]


@pytest.fixture
def plugged(monkeypatch):
    """What plugs a fake board in at every port."""
    def plug(board, **options):
        channel = Channel(board, limit=2000.0, **options)

        @contextmanager
        def at_port(port, baud=None):
            with opening.identified(channel, baud) as opened:
                yield opened

        monkeypatch.setattr(opening, "Session", lambda *args, **options: session(
            *args, **options, clock=lambda: channel.now))
        monkeypatch.setattr(library, "at_port", at_port)

    session = opening.Session
    return plug


def test_everything_it_names_is_there():
    assert all(getattr(rowloom, name).__doc__ for name in rowloom.__all__)
    assert {*rowloom.__all__, "__version__"} == set(dir(rowloom))
    assert rowloom.__version__ == version("rowloom")
    with pytest.raises(AttributeError, match="has no attribute 'slove'"):
        _ = rowloom.slove


def test_it_imports_nothing_before_that_is_used():
    program = "import sys, rowloom; print(*sys.modules)"
    modules = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert not any(name.startswith("rowloom.") for name in modules)


def test_the_example_of_its_docstring():
    assert doctest.testmod(rowloom).failed == 0


def test_reading():
    assert [puzzle.name for puzzle in rowloom.read(UNIQUE + AMBIGUOUS)] == ["unique", "ambiguous"]
    with pytest.raises(rowloom.PuzzleError, match="no puzzle in text"):
        rowloom.read("")
    with pytest.raises(ValueError, match="no genre 'go'"):
        rowloom.read(UNIQUE, "go")


def test_solving_on_a_board(plugged):
    plugged(loop_board())
    outcome = rowloom.solve(UNIQUE, port="x")
    assert (outcome.status, outcome.engine, outcome.solutions, outcome.cycles) == (
        "solved", "checker", (("11", "00"),), 500_000)
    plugged(loop_board())
    assert len(rowloom.solve(AMBIGUOUS, port="x", count=2).solutions) == 2
    plugged(loop_board())
    assert rowloom.solve(UNIQUE, port="x", limit=1000).status == "limit"


def test_a_board_that_stays_open(plugged):
    plugged(loop_board())
    puzzles = rowloom.read(UNIQUE + AMBIGUOUS) + rowloom.read("1 11\n" + "." * 11)
    with rowloom.Board("x") as board:
        assert (board.solves[0]["engine"], board.clock_hz) == ("checker", 50_000_000)
        assert [one.status for one in board.solve(puzzles)] == ["solved", "solved", "error"]
        assert next(board.solve(puzzles)).status == "solved"  # what is left behind disturbs nothing
        assert [one.puzzle.name for one in board.solve(puzzles[:2], 2)] == ["unique", "ambiguous"]


ANSWERS = {
    "unique": [("solved", True)] * 3, "ambiguous": [("solved", False)] * 3, "unsolvable": [("no-solution", False)] * 3,
}


def in_turn(*calls):
    return zip(*zip(*calls, strict=True), strict=True)


def nested(one, *others):
    return zip(*([outcome, *map(next, others)] for outcome in one), strict=True)


def in_threads(*calls):
    with ThreadPoolExecutor(len(calls)) as pool:
        return pool.map(list, calls)


@pytest.mark.parametrize("way", [in_turn, nested, in_threads])
def test_calls_at_once_on_a_board(plugged, way):
    """Each gets its own answers."""
    plugged(loop_board())
    with rowloom.Board("x") as board:
        asked = {name: board.solve(rowloom.read(LOOPS[name]) * 3, 2) for name in ANSWERS}
        told = [[(one.status, one.unique) for one in outcomes] for outcomes in way(*asked.values())]
    assert told == [*ANSWERS.values()]


def test_a_call_that_was_not_ended_disturbs_no_other_one(plugged):
    plugged(loop_board())
    with rowloom.Board("x") as board:
        kept = board.solve(rowloom.read(UNIQUE) * 500, 2)
        assert next(kept).unique
        assert [one.unique for one in board.solve(rowloom.read(AMBIGUOUS) * 3, 2)] == [False] * 3
        assert [one.unique for one in kept] == [True] * 499


def test_puzzles_that_come_from_a_call_on_the_same_board(plugged):
    plugged(loop_board())
    with rowloom.Board("x") as board:
        puzzles = rowloom.read(UNIQUE) * 3
        with pytest.raises(RuntimeError, match="make a list"):
            list(board.solve(one.puzzle for one in board.solve(puzzles)))
        assert [one.status for one in board.solve(puzzles)] == ["solved"] * 3


def test_slinks_on_a_board(plugged):
    puzzle, = rowloom.read(LOOPS["slink"])
    plugged(loop_board())
    outcome = rowloom.solve(puzzle, port="x", count=2)
    assert (outcome.engine, outcome.unique, outcome.solutions) == ("checker", True, (("11", "00"),))
    plugged(loop_board())
    with rowloom.Board("x") as board:
        assert [one.puzzle for one in board.solve([puzzle, *rowloom.read(UNIQUE)], 2)] == [
            puzzle, *rowloom.read(UNIQUE)]


def test_a_simulated_board_has_the_first_engine_of_each_genre_once(monkeypatch):
    channel, built = Channel(loop_board(), limit=2000.0), []

    @contextmanager
    def simulated(config):
        built.extend(engine.engine.name for engine in config.engines)
        with opening.identified(channel, None) as opened:
            yield opened

    monkeypatch.setattr(library, "simulated", simulated)
    with rowloom.Board():
        assert built == ["deducer", "parallel", "dynasty", "canal"]


def test_a_board_that_is_lost(plugged):
    plugged(FakeBoard(loop_solver()), dies_at=0.5)
    with rowloom.Board("x") as board, pytest.raises(rowloom.LinkError):
        list(board.solve(rowloom.read(UNIQUE) * 100))


@pytest.mark.parametrize("wrong, fault", [
    (lambda: rowloom.solve(UNIQUE + AMBIGUOUS), "expected one puzzle, found 2"),
    (lambda: rowloom.solve(UNIQUE, engine="sat", port="x"), "'sat' solves slitherlink on this computer"),
    (lambda: rowloom.solve(UNIQUE, port="x", count=3), "1 or 2 solutions, not 3"),
    (lambda: rowloom.solve("4 4\n" + "....\n" * 4, "sudoku-logic"), "does not solve slitherlink"),
    (lambda: rowloom.Board("x", engines=["checker"]), "a real board"),
    (lambda: rowloom.Board(engines=["checkers"]), "checkers"),
    (lambda: rowloom.generate("go"), "genre 'go'"),
    (lambda: rowloom.generate("sudoku", (9, 8)), "9x8"),
])
def test_what_makes_no_sense(plugged, wrong, fault):
    plugged(loop_board())
    with pytest.raises(ValueError, match=fault):
        wrong()


def test_what_no_board_solves(plugged):
    plugged(loop_board())
    with pytest.raises(rowloom.Unsuitable, match="there is no parallel engine for slitherlink"):
        rowloom.solve(UNIQUE, engine="parallel")


def test_pictures():
    puzzle, = rowloom.read(UNIQUE)
    solved = rowloom.solve(puzzle, engine="sat")
    sudoku, = rowloom.read("1" + "." * 15)
    pictures = [one._repr_svg_() for one in (puzzle, solved, sudoku)]
    assert all("<svg" in picture for picture in pictures)
    assert pictures[0] == puzzle._repr_svg_() != pictures[1]


def test_no_pictures_without_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    puzzle, = rowloom.read(UNIQUE)
    assert puzzle._repr_svg_() is None
