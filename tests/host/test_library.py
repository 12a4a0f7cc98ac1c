"""The package ``rowloom``: its functions and its errors."""

import doctest
import re
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import numpy
import pytest

import rowloom
from rowloom.host.formats import FORMS
from support.channel import FakeBoard
from support.says import Says, failing
from support.terminal import DEDUCER, LOOPS, loop_board, loop_solver

UNIQUE, AMBIGUOUS = LOOPS["unique"], LOOPS["ambiguous"]


def test_public_names():
    assert all(getattr(rowloom, name).__doc__ for name in rowloom.__all__)
    assert {*rowloom.__all__, "__version__"} == set(dir(rowloom))
    assert rowloom.__version__ == version("rowloom")
    with pytest.raises(AttributeError, match="has no attribute 'slove'"):
        _ = rowloom.slove
    package = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert package["tool"]["setuptools"]["package-data"]["rowloom"] == ["py.typed"]
    assert Path(rowloom.__file__).with_name("py.typed").exists()


def test_the_example_in_the_docstring():
    assert doctest.testmod(rowloom).failed == 0


def test_solving_on_a_board(terminal):
    outcome = rowloom.solve(UNIQUE, port="x")
    assert (outcome.status, outcome.engine, outcome.solutions, outcome.cycles) == (
        "solved", "checker", (("11", "00"),), 500_000)
    assert len(rowloom.solve(AMBIGUOUS, port="x", count=2).solutions) == 2
    assert rowloom.solve(UNIQUE, port="x", limit=1000).status == "limit"


def test_a_board_that_stays_open(terminal):
    puzzles = rowloom.read(UNIQUE + AMBIGUOUS) + rowloom.read("1 11\n" + "." * 11)
    with rowloom.Board("x") as board:
        assert (board.solves[0]["engine"], board.clock_hz) == ("checker", 50_000_000)
        assert [one.status for one in board.solve(puzzles)] == ["solved", "solved", "error"]
        assert next(board.solve(puzzles)).status == "solved"  # the other outcomes need not be read
        assert [one.puzzle.name for one in board.solve(puzzles[:2], 2)] == ["unique", "ambiguous"]


ANSWERS = {
    "unique": [("solved", True)] * 3, "ambiguous": [("solved", False)] * 3, "unsolvable": [("no-solution", False)] * 3,
}


def in_turn(*calls):
    return zip(*zip(*calls, strict=True), strict=True)


def in_threads(*calls):
    with ThreadPoolExecutor(len(calls)) as pool:
        return pool.map(list, calls)


@pytest.mark.parametrize("way", [in_turn, in_threads])
def test_calls_at_once_on_a_board(terminal, way):
    """Even if several calls are made at the same time, each call gets the answers about its own puzzles."""
    with rowloom.Board("x") as board:
        asked = {name: board.solve(rowloom.read(LOOPS[name]) * 3, 2) for name in ANSWERS}
        told = [[(one.status, one.unique) for one in outcomes] for outcomes in way(*asked.values())]
    assert told == [*ANSWERS.values()]


def test_an_unfinished_call_disturbs_no_other_call(terminal):
    with rowloom.Board("x") as board:
        kept = board.solve(rowloom.read(UNIQUE) * 500, 2)
        assert next(kept).unique
        assert [one.unique for one in board.solve(rowloom.read(AMBIGUOUS) * 3, 2)] == [False] * 3
        with pytest.raises(RuntimeError, match="make a list"):
            list(board.solve(one.puzzle for one in board.solve(rowloom.read(UNIQUE) * 3)))
        assert [one.unique for one in kept] == [True] * 499


def test_a_simulated_board_has_the_first_engine_of_each_genre_once(terminal):
    terminal.simulate(loop_solver())
    with rowloom.Board():
        assert [name.partition(":")[0] for name in terminal.simulated[0]] == ["deducer", "parallel", "dynasty", "canal"]


def test_a_board_that_is_lost(terminal):
    terminal.plug(FakeBoard(loop_solver()), dies_at=0.5)
    with rowloom.Board("x") as board, pytest.raises(rowloom.LinkError):
        list(board.solve(rowloom.read(UNIQUE) * 100))


def with_board(method, *arguments, **options):
    """Return a function that opens a board, calls one of its methods and reads all results."""
    def call():
        with rowloom.Board("x") as board:
            list(getattr(board, method)(*arguments, **options))

    return call


def closed():
    with rowloom.Board("x") as board:
        pass
    board.count(rowloom.read(UNIQUE))


PUZZLES = rowloom.read(UNIQUE)
LOOP = ("11", "00")


@pytest.mark.parametrize("kind, wrong, facts", [(kind, wrong, facts) for kind, wrong, *facts in [
    (ValueError, lambda: rowloom.solve(UNIQUE + AMBIGUOUS), "expected one puzzle, found 2"),
    (TypeError, lambda: rowloom.solve(5), "a puzzle, or a text with one", "found 5"),
    (rowloom.PuzzleError, lambda: rowloom.solve(""), "no puzzle in text", "empty"),
    (rowloom.PuzzleError, lambda: rowloom.read(""), "no puzzle in text"),
    (ValueError, lambda: rowloom.read(UNIQUE, "go"), "unknown genre 'go'"),
    (TypeError, lambda: rowloom.read(Path("puzzles.txt")), "Path('puzzles.txt')", "read_text()"),
    (ValueError, lambda: rowloom.solve(UNIQUE, engine="nope"), "engine", "fast, checker", "sat, z3", "'nope'"),
    (rowloom.Unsuitable, lambda: rowloom.solve(UNIQUE, engine="parallel"), "no parallel engine for slitherlink"),
    (ValueError, lambda: rowloom.solve(UNIQUE, engine="sat", port="x"), "'sat' solves slitherlink on this computer"),
    (ValueError, lambda: rowloom.solve("4 4\n" + "....\n" * 4, "sudoku-logic"), "does not solve slitherlink"),
    (ValueError, lambda: rowloom.solve(UNIQUE, port=""), "port", "empty"),
    (ValueError, lambda: rowloom.solve(UNIQUE, port="x", count=3), "1 or 2 solutions, not 3"),
    (ValueError, lambda: rowloom.solve(UNIQUE, "sat", count=-1), "count: -1 is not a whole number"),
    (TypeError, lambda: rowloom.solve(UNIQUE, "sat", count=True), "count", "found True"),
    (TypeError, lambda: rowloom.solve(UNIQUE, "sat", count="2"), "count", "found '2'"),
    (ValueError, lambda: rowloom.solve(UNIQUE, port="x", limit=-1), "limit: -1 is not a whole number"),
    (ValueError, lambda: rowloom.solve(UNIQUE, "sat", limit=5), "limit is for boards", "time_limit"),
    (ValueError, lambda: rowloom.solve(UNIQUE, port="x", time_limit=1), "on this computer", "limit, in cycles"),
    (ValueError, lambda: rowloom.solve(UNIQUE, "sat", time_limit=0), "time_limit: 0 is not a number of seconds"),
    (TypeError, lambda: rowloom.solve(UNIQUE, "sat", time_limit="1"), "time_limit", "found '1'"),
    (ValueError, lambda: rowloom.certain(UNIQUE, "sat", count=1), "2 solutions or more"),
    (ValueError, lambda: rowloom.certain(UNIQUE, "z3"), "fast, deducer", "sat", "'z3'"),
    (ValueError, lambda: rowloom.hint(UNIQUE, "sat"), "slink, slitherlink-logic", "'sat'"),
    (ValueError, lambda: rowloom.grade(UNIQUE, "sat"), "fast", "'sat'"),
    (ValueError, lambda: rowloom.grade(AMBIGUOUS), "ambiguous: no grade: not unique"),
    (ValueError, lambda: rowloom.convert(UNIQUE, "nope"), "puzz.link", "'nope'"),
    (ValueError, lambda: rowloom.convert(UNIQUE, "line81"), "for sudoku, not for slitherlink"),
    (rowloom.PictureError, lambda: rowloom.draw(UNIQUE, "x.jpg"), ".pdf, .png or .svg"),
    (ValueError, lambda: rowloom.draw(UNIQUE + AMBIGUOUS, "x.svg"), "one puzzle, found 2", "per_page"),
    (ValueError, lambda: rowloom.draw([], "x.svg"), "no puzzle"),
    (ValueError, lambda: rowloom.draw(UNIQUE, "x.svg", grade=True), "grade", "pages"),
    (ValueError, lambda: rowloom.draw(UNIQUE, "x.pdf", per_page=(0, 2)), "per_page", "1 to 100"),
    (ValueError, lambda: rowloom.draw(UNIQUE, "x.pdf", paper="a3"), "a4, letter"),
    (ValueError, lambda: rowloom.draw("200 200\n" + f"{'.' * 200}\n" * 200, "x.pdf", per_page=99), "too small"),
    (FileNotFoundError, lambda: rowloom.draw(UNIQUE, "/nowhere/x.svg"), "/nowhere/x.svg"),
    (TypeError, lambda: rowloom.generate("sudoku", "9x9"), "size", "such as (10, 10)", "'9x9'"),
    (TypeError, lambda: rowloom.generate("slitherlink", (3.0, 3.0)), "size", "3.0"),
    (ValueError, lambda: rowloom.generate("slitherlink", (3, 3), draft=UNIQUE), "3x3", "draft, 2x2"),
    (ValueError, lambda: rowloom.generate("slitherlink", (3, 3), seed=-1), "seed: -1"),
    (TypeError, lambda: rowloom.generate("slitherlink", (3, 3), clues=5), "clues", "such as (20, 30)"),
    (TypeError, lambda: rowloom.generate("slitherlink", (3, 3), mask=[1, 2]), "mask", "pairs of row and column"),
    (ValueError, lambda: rowloom.generate("slitherlink", (3, 3), symmetry=rowloom.Symmetry(0x81)), "symmetry '0x81'"),
    (ValueError, lambda: rowloom.Board("x", engines=["checker"]), "a real board"),
    (TypeError, lambda: rowloom.Board(engines="checker"), "engines", "['checker']"),
    (ValueError, lambda: rowloom.Board(baud=9600), "baud", "simulated board"),
    (ValueError, lambda: rowloom.Board("x", baud=0), "baud: 0"),
    (ValueError, closed, "the board is closed"),
    (TypeError, with_board("solve", UNIQUE), "several puzzles"),
    (TypeError, with_board("count", [UNIQUE]), "found '# unique"),
    (ValueError, with_board("solve", PUZZLES, engine="sat"), "fast, checker", "'sat'"),
    (ValueError, with_board("count", PUZZLES, -1), "-1 is not a whole number"),
    (ValueError, with_board("survey", PUZZLES, 1), "2 solutions or more"),
    (ValueError, with_board("survey", PUZZLES, engine="sat"), "fast, deducer", "'sat'"),
    (TypeError, with_board("thin", PUZZLES), "pairs of a puzzle and a Thin"),
    (ValueError, with_board("thin", [(PUZZLES[0], rowloom.Thin(("00", "00"), 1))]), "the solution in the Thin"),
    (TypeError, lambda: rowloom.Thin(LOOP, 1, "rotate"), "symmetry", "ROTATE", "'rotate'"),
    (ValueError, lambda: rowloom.Thin(LOOP, 1 << 32), "seed"),
    (ValueError, lambda: rowloom.Thin(LOOP, 1, ease=3), "ease: 3"),
]])  # fmt: skip
def test_invalid_arguments(terminal, kind, wrong, facts):
    with failing(kind, Says(*facts)):
        wrong()


def test_numbers_of_numpy():
    number = numpy.int64(2)
    assert rowloom.solve(UNIQUE, "sat", count=number).unique
    assert rowloom.generate("slitherlink", (number, number), seed=number).name == "2x2-any-2"


def test_grades(terminal):
    puzzle, = rowloom.read("# mine\n3 3\n2..\n.3.\n.13\n")
    assert rowloom.grade(puzzle) == ("easy", {"nodes": 1, "probes": 0})
    terminal.plug(loop_board(engines=(DEDUCER,)))
    assert rowloom.grade(UNIQUE, port="x").level == "hard"  # This grade follows from the fake engine's counters.


def test_a_hint_and_all_steps():
    hint, solved = rowloom.hint(UNIQUE), rowloom.explain(UNIQUE)
    assert (hint.status, hint.solutions, solved.status) == ("hint", (), "solved")
    step, = hint.steps
    assert isinstance(step, rowloom.Step)
    assert (step.rule, step.place) == (solved.steps[0].rule, solved.steps[0].place)
    assert str(step) == hint.message == str(solved.steps[0])
    assert len(solved.steps) > 1


@pytest.mark.parametrize("form", FORMS)
def test_other_forms(form):
    puzzle, = rowloom.read("1" + "." * 80 if form == "line81" else "# full\n3 3\n2 2 2\n3 3 2\n1 1 3\n")
    text = rowloom.convert(puzzle, form)
    assert text.startswith("# full") == (form == "text")
    again, = rowloom.read(text, puzzle.genre if form == "slink" else None)
    assert again.clues == puzzle.clues


def test_pictures(tmp_path, monkeypatch):
    solved, hint = rowloom.solve(UNIQUE, "sat"), rowloom.hint(UNIQUE)
    files = [tmp_path / f"{name}.svg" for name in ("puzzle", "solved", "hint")]
    for what, file in zip((UNIQUE, solved, hint), files):
        assert rowloom.draw(what, file, coordinates=True) == [file]
    assert len({file.read_text() for file in files}) == 3
    assert rowloom.draw(solved.puzzle, tmp_path / "puzzle.png")[0].read_bytes().startswith(b"\x89PNG")
    puzzle, sudoku = solved.puzzle, *rowloom.read("1" + "." * 15)
    pictures = [one._repr_svg_() for one in (puzzle, solved, sudoku)]
    assert all("<svg" in picture for picture in pictures)
    assert pictures[0] == puzzle._repr_svg_() != pictures[1]
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert puzzle._repr_svg_() is None


def test_pages_in_files(tmp_path):
    puzzle, solved = PUZZLES[0], rowloom.solve(AMBIGUOUS, "sat")
    file, = rowloom.draw([puzzle, solved], str(tmp_path / "book.pdf"), per_page=(1, 2), paper="letter")
    assert file.read_bytes().count(b"/Type /Page ") == 2  # the second page has the solution
    pages = rowloom.draw([puzzle] * 3, tmp_path / "page.svg", per_page=2)
    assert [page.name for page in pages] == ["page-1.svg", "page-2.svg"]
    page, = rowloom.draw(UNIQUE + AMBIGUOUS, tmp_path / "graded.svg", per_page=2, grade=True)
    texts = re.findall("<!-- (.*) -->", page.read_text())
    assert texts[0].startswith("Slitherlink: Draw one loop") and texts[-2:] == ["easy: unique", "ambiguous"]
