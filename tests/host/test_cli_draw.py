"""``rowloom draw``: which puzzle is drawn, with which solution, and what is said where there is nothing to draw."""

import json

import pytest

from support.says import Says


@pytest.fixture
def draw(terminal, tmp_path):
    """Runs the command; gives the exit status, what was said, and the picture if there is one."""

    def run(*words, output="out.svg"):
        status, out, err = terminal.run("draw", *words, "-o", output)
        assert out == []
        path = tmp_path / output
        return status, err, path.read_text() if path.is_file() else None

    return run


def test_a_puzzle(draw):
    status, err, picture = draw("unique.txt")
    assert (status, err) == (0, [])
    assert "<svg" in picture


def test_a_puzzle_that_is_solved_first(draw):
    bare = draw("unique.txt")[2]
    status, err, picture = draw("unique.txt", "--solve")
    assert (status, err) == (0, [])
    assert picture != bare


@pytest.mark.parametrize("solution", [
    "11\n00\n",
    "# unique\n2 2\n11\n00\n",
    '{"name": "other", "solutions": []}\n{"name": "unique", "solutions": [["11", "00"]]}\n',
    '{"name": "unique", "solutions": [["00", "01"]]}\n{"name": "unique", "solutions": [["11", "00"]]}\n',
])  # fmt: skip
def test_a_solution_that_is_read(draw, tmp_path, solution):
    solved = draw("unique.txt", "--solve")[2]
    (tmp_path / "solution").write_text(solution)
    assert draw("unique.txt", "--solution", "solution") == (0, [], solved)


@pytest.mark.parametrize("which", ["ambiguous", "4"])
def test_one_of_many(draw, which):
    assert draw("mixed.txt", "-p", which) == draw("ambiguous.txt")


@pytest.mark.parametrize("words, facts", [
    (("mixed.txt", "-p", "0"), ("'0'", "4")),
    (("mixed.txt", "-p", "5"), ("'5'", "4")),
    (("mixed.txt", "-p", "none"), ("'none'", "4")),
    (("mixed.txt", "-p", "bad"), ("mixed.txt:8:2: 'x'",)),
    (("missing.txt",), ("missing.txt: No such file",)),
    (("unsolvable.txt", "--solve"), ("unsolvable: ", "no solution")),
    (("unique.txt", "--solve", "--limit", "1k"), ("unique: ", "1,000 cycles")),
    (("large.txt", "--solve"), ("large: ", "1x11 is too large")),
    (("unique.txt", "--solution", "missing"), ("missing: No such file",)),
])  # fmt: skip
def test_nothing_to_draw(draw, words, facts):
    assert draw(*words) == (1, [Says(*facts)], None)


@pytest.mark.parametrize("text, facts", [
    ("10\n10", ("no solution of unique", "row 1, column 2")),
    ("11", ("no solution of unique", "2 rows", "1")),
    (json.dumps({"name": "other", "solutions": [["1"]]}), ("no solution of unique",)),
    ("{", ("1: ", "--json", "{")),
    ('\n{"name": "of some length", "genre": x}', ("2: ", "--json", "...", '"genre": x}')),
    (json.dumps({"name": "unique", "solutions": [5]}), ("--json", '"unique"')),
    (json.dumps({"name": "unique", "solutions": [[1, 2]]}), ("--json", '"unique"')),
])  # fmt: skip
def test_what_is_no_solution(draw, tmp_path, text, facts):
    (tmp_path / "solution").write_text(text)
    assert draw("unique.txt", "--solution", "solution") == (1, [Says("solution:", *facts)], None)


@pytest.mark.parametrize("name, facts", [("out.gif", ("out.gif", ".png", ".svg")), ("no/out.svg", ("No such file",))])
def test_pictures_that_cannot_be_written(draw, name, facts):
    assert draw("unique.txt", output=name) == (1, [Says(*facts)], None)
