"""``rowloom draw``: the puzzles and solutions in the files that it writes, and messages if it cannot draw."""

import json
import re
from functools import partial

import pytest

from rowloom.host import solving
from support.says import Says
from support.terminal import interrupted_at, loop_board

FOUR = "# four\n1.....3..4.....2\n"
"""A Sudoku."""


@pytest.fixture
def draw(terminal, tmp_path):
    """Run the command; return the exit status, the messages, and the content of the file: the text of an SVG file, or
    the sizes of a PDF's pages in points."""

    def run(*words, output="out.svg"):
        status, out, err = terminal.run("draw", *words, "-o", output)
        assert out == []
        path = tmp_path / output
        if not path.is_file():
            return status, err, None
        if path.suffix == ".svg":
            return status, err, path.read_text()
        pages = re.findall(rb"/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]", path.read_bytes())
        return status, err, [tuple(map(float, size)) for size in pages]

    (tmp_path / "four.txt").write_text(FOUR)
    return run


@pytest.fixture
def book(draw):
    return partial(draw, output="book.pdf")


def texts_of(page):
    """Return the texts on a page; matplotlib writes each text into a comment of the file."""
    return re.findall("<!-- (.*) -->", page.read_text())


def test_a_puzzle_with_its_solution(draw, tmp_path):
    """The command solves the puzzle itself, or reads the first right solution from a file."""
    bare, solved = draw("unique.txt"), draw("unique.txt", "--solve")
    assert bare[:2] == solved[:2] == (0, []) and "<svg" in bare[2] != solved[2]
    fields = ('"name": "other", "solutions": []', '"name": "unique", "genre": "sudoku", "solutions": [[1, 2]]',
              '"name": "unique", "solutions": [["00", "01"]]', '"name": "unique", "solutions": [["11", "00"]]')
    for solution in ("11\n00\n", "".join(f"{{{some}}}\n" for some in fields)):
        (tmp_path / "solution").write_text(solution)
        assert draw("unique.txt", "--solution", "solution") == solved


@pytest.mark.parametrize("which", ["ambiguous", "4"])
def test_choosing_one_of_several_puzzles(draw, which):
    assert draw("mixed.txt", "-p", which) == draw("ambiguous.txt")


@pytest.mark.parametrize("words, facts", [
    ("mixed.txt -p 0", ["'0'", "4"]), ("mixed.txt -p 5", ["'5'", "4"]), ("mixed.txt -p none", ["'none'", "4"]),
    ("mixed.txt -p bad", ["mixed.txt:8:2: 'x'"]), ("missing.txt", ["missing.txt: No such file"]),
    ("empty.txt", ["no puzzle in empty.txt"]), ("unsolvable.txt --solve", ["unsolvable: ", "no solution"]),
    ("unique.txt --solve --limit 1k", ["unique: ", "1,000 cycles"]),
    ("large.txt --solve", ["large: ", "1x11 is too large"]),
    ("unique.txt --solution missing", ["missing: No such file"]),
    ("unique.txt --candidates", ["--candidates", "no Sudoku"]),
])  # fmt: skip
def test_nothing_to_draw(draw, words, facts):
    assert draw(*words.split()) == (1, [Says(*facts)], None)


@pytest.mark.parametrize("text, facts", [
    ("10\n10", ("no solution of unique", "row 1, column 2")), ("11", ("no solution of unique", "2 rows", "1")),
    (json.dumps({"name": "other", "solutions": [["1"]]}), ("no solution of unique",)), ("{", ("1: ", "--json", "{")),
    ('\n{"name": "of some length", "genre": x}', ("2: ", "--json", "...", '"genre": x}')),
    (json.dumps({"name": "unique", "solutions": [5]}), ("--json", '"unique"')),
    (json.dumps({"name": "unique", "solutions": [[1, 2]]}), ("--json", '"unique"')),
])  # fmt: skip
def test_invalid_solutions(draw, tmp_path, text, facts):
    (tmp_path / "solution").write_text(text)
    assert draw("unique.txt", "--solution", "solution") == (1, [Says("solution:", *facts)], None)


@pytest.mark.parametrize("name, facts", [
    ("out.gif", ["out.gif", ".pdf, .png or .svg"]), ("out", ["out", ".pdf, .png or .svg"]),
    ("no/out.svg", ["No such file"]), ("unique.txt/out.svg", ["Not a directory"]),
])  # fmt: skip
def test_pictures_that_cannot_be_written(draw, terminal, name, facts):
    """The command fails before it solves anything."""
    assert draw("unique.txt", "--solve", output=name) == (1, [Says(*facts)], None)
    assert terminal.channel.now == 0


def test_pictures_have_the_numbers_of_their_puzzles(terminal, tmp_path):
    status, _, err = terminal.run("draw", "mixed.txt", "--solve", "-o", "out.svg")
    assert (status, sorted(path.name for path in tmp_path.glob("*.svg"))) == (1, ["out-1.svg", "out-4.svg"])
    assert err == [Says("mixed.txt:8:2: 'x'"), Says("unsolvable", "no solution"), Says("2 pictures", "out-4.svg")]


@pytest.mark.parametrize("words, pages", [
    (("ten.txt", "--per-page", "2x5", "--paper", "letter"), [(612, 792)]),
    (("ten.txt", "-p", "3", "--solve"), [(595.276, 841.89)] * 2),
    (("four.txt", "unique.txt", "--per-page", "2", "--solve", "--engine", "sat", "--coordinates", "--candidates"),
     [(595.276, 841.89)] * 2),
])  # fmt: skip
def test_books(book, words, pages):
    assert book(*words) == (0, [], [pytest.approx(page, abs=0.01) for page in pages])


def test_rules_and_titles(draw, terminal, tmp_path):
    """At the foot of a page are the rules of its puzzles. If there are several genres, the titles contain the genre."""
    (tmp_path / "slink.txt").write_text("2 2\n3 3\n1 1\n")
    files = "unique.txt", "slink.txt", "four.txt", "four.txt"
    status, _, err = terminal.run("draw", *files, "-o", "page.svg", "--per-page", "3", "--solve", "--engine", "sat")
    assert (status, err) == (0, [Says("3 pages", "page-1.svg", "page-3.svg")])
    first, second, solutions = (texts_of(tmp_path / f"page-{number}.svg") for number in (1, 2, 3))
    rules = "Slitherlink: Draw", "Slink: ", "Sudoku: Every"
    assert [line.startswith(rules) for line in first[:-3]].count(True) == 3
    assert first[-4:] == ["1", "Slitherlink: unique", "Slink: slink-1", "Sudoku: four"]
    assert second[0] == Says("Sudoku: Every row") and second[1] == "2"
    assert not any("Every row" in line or "Draw one loop" in line for line in solutions)
    assert terminal.run("draw", "four.txt", "-o", "page.svg", "--paper", "a4")[::2] == (0, [])
    assert texts_of(tmp_path / "page.svg")[-1] == "four"


def test_grades_in_the_titles(draw, terminal, tmp_path):
    files = "unique.txt", "ambiguous.txt", "four.txt", "unsolvable.txt"
    status, _, err = terminal.run("draw", *files, "-o", "page.svg", "--per-page", "4", "--grade")
    assert (status, err) == (1, [Says("ambiguous: no grade: not unique"), Says("unsolvable: no grade", "no solution")])
    titles = ["Slitherlink, easy: unique", "Slitherlink: ambiguous", "Sudoku, easy: four", "Slitherlink: unsolvable"]
    assert texts_of(tmp_path / "page.svg")[-4:] == titles
    assert terminal.run("draw", "unique.txt", "-o", "page.svg", "--paper", "a4", "--grade")[::2] == (0, [])
    assert texts_of(tmp_path / "page.svg")[-1] == "easy: unique"


def test_ctrl_c_while_puzzles_are_graded(terminal, tmp_path, monkeypatch):
    monkeypatch.setattr(solving, "grade_of", interrupted_at(2, solving.grade_of))
    status, _, err = terminal.run("draw", "ten.txt", "-o", "page.svg", "--per-page", "10", "--grade", "--solve")
    assert (status, err) == (1, [Says("interrupted: 2 of 10 puzzles graded")])
    titles = texts_of(tmp_path / "page.svg")[-10:]
    assert [title.startswith("easy: ") for title in titles] == 2 * [True] + 8 * [False]


def test_a_book_has_the_solutions_of_a_file(book, terminal, tmp_path):
    (tmp_path / "solutions").write_text("\n".join(terminal.run("solve", "mixed.txt", "unique.txt", "--json")[1]))
    status, err, pages = book("ambiguous.txt", "unsolvable.txt", "--solution", "solutions", "--per-page", "2")
    assert (status, err, len(pages)) == (1, [Says("solutions: the file has no solution of unsolvable")], 1 + 1)


@pytest.mark.parametrize("interrupted_at, line, message", [
    ([3.5], {}, Says("interrupted: ", " of 10 puzzles solved")), ([], {"dies_at": 3.5}, Says("connection was lost")),
])  # fmt: skip
def test_a_book_of_an_interrupted_batch(book, terminal, interrupted_at, line, message):
    terminal.plug(loop_board(seconds=1.0), **line)
    terminal.interrupt_at(*interrupted_at)
    status, err, pages = book("ten.txt", "--solve", "--limit", "90M", "--per-page", "10")
    assert (status, err) == (1, [message]) and len(pages) >= 1


def test_a_page_as_a_picture(terminal, tmp_path):
    assert terminal.run("draw", "unique.txt", "-o", "one.png", "--paper", "a4") == (0, [], [])
    assert (tmp_path / "one.png").read_bytes()[16:24] == b"".join(size.to_bytes(4) for size in (1653, 2338))


@pytest.mark.parametrize("files, size, words, status, facts, pages", [
    (["large.txt"], 200, [], 1, ["left out", "too small", ".svg or .png"], None),
    (["large.txt"], 20, ["--per-page", 100], 1, ["left out", "too small", "fewer puzzles on a page"], None),
    (["unique.txt", "large.txt"], 20, ["--per-page", 100], 1, ["left out", "too small"], 1),
    (["large.txt"], 70, [], 0, ["only 3.", "points"], 1),
])  # fmt: skip
def test_puzzles_too_large_for_a_page(book, tmp_path, files, size, words, status, facts, pages):
    (tmp_path / "large.txt").write_text(f"# large\n{size} {size}\n" + "1" * size + ("\n" + "." * size) * (size - 1))
    found, err, sizes = book(*files, *words)
    assert (found, err, sizes and len(sizes)) == (status, [Says("large: ", *facts)], pages)


def test_candidates(draw, tmp_path):
    (tmp_path / "25.txt").write_text("# twenty-five\n5\n" + ("0 " * 25 + "\n") * 25)
    bare, shown = draw("four.txt")[2], draw("four.txt", "--candidates")
    assert shown[:2] == (0, []) and shown[2] != bare
    wrong = [Says("twenty-five", "left out", "16x16", "25x25")]
    (tmp_path / "out.svg").unlink()
    assert draw("25.txt", "--candidates") == (1, wrong, None)
    status, err, _ = draw("25.txt", "four.txt", "--candidates")
    assert (status, err) == (1, wrong)
    assert (tmp_path / "out-2.svg").read_text() == shown[2]


LACKING = "\U00013000\U00013001"


@pytest.mark.parametrize("title, said", [
    (f"Ää €  {LACKING}{LACKING}", Says(f"no installed font has the characters {LACKING} of the titles")),
    ("Ää € Ж λ", ""),
])  # fmt: skip
def test_titles_in_other_scripts(command, tmp_path, title, said):
    (tmp_path / "puzzles.txt").write_text(f"# {title}\n2 2\n3.\n..\n", encoding="utf-8")
    assert command("draw", "puzzles.txt", "-o", "book.pdf") == (0, "", said)
