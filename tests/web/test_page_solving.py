"""The page in a real browser, with the page's simulated boards. test_page_board.py tests boards at a port."""

import re

import pytest

import rowloom
from rowloom.host import puzzles
from support.browser_page import EMPTY, EVERYWHERE, EXAMPLES, LONG, PHONE, SLITHER, Keys
from support.pointers import Pointers

OPEN_ENDED = "3 3\n3..\n...\n..3\n"
"""A puzzle with several solutions. Some cells are the same in all of them."""

ON_A_DAY = """
Date = class extends Date {
    constructor(...when) {
        when.length ? super(...when) : super(2026, 2, 9, 12);
    }
};
"""
"""A script that fixes the page's date."""
DAILY = {
    "slitherlink": "slither/10/10/h2cg1dg60dh2262d1bg31bg721cg22dm211c218c1ci827cg27288cg",
    "sudoku": "sudoku/9/9/g21m6h2h9g3h7k9i3g174h7g41g2i3p63h92h9g5g4i5g1j",
    "slink": "slither/10/10/2322220132231203111222132311112223112212221222122321332322121121121312231233121322202223222"
             "23232212d",
    "canal": "canal/8/8/g50q4k5i5g3i1l0k3l1g1g3o",
    "smullyan": "smullyan/8/8/k00i1k2g2g2g3j21h1k1g11g313g123g1g0n3h",
}
"""The puzzles of this day. If one changed, people with different versions of the page would get different puzzles."""


def solution(page, puzzle):
    """Read a solution from an attribute of the page; return it in the library's format."""
    rows = page.data("solution").split("/")
    return tuple(tuple(map(int, row.split())) for row in rows) if puzzle.genre == "sudoku" else tuple(rows)


def test_one_solution(page):
    for name in "slitherlink-20x36", "sudoku-25x25-easy":
        text = (EXAMPLES / f"{name}.txt").read_text()
        assert page.solve(text) == ("solved", "true"), name
        puzzle = rowloom.read(text)[0]
        assert puzzles.genre(puzzle.genre).verify(puzzle, solution(page, puzzle)) == []
        assert int(page.data("cycles")) > 50
        assert "50 MHz" in page.text("#figures")
        assert page.text("#verdict strong") == "One solution"


def test_several_solutions_are_drawn_where_they_differ(page):
    for text, looks in (
        (OPEN_ENDED, (".fill.differ", ".line.second")),
        ("canal 3 3\n. . .\n. 2 .\n. . .\n", (".dot.first", ".dot.second")),
    ):
        assert page.solve(text) == ("solved", "false")
        assert "differ" in page.text("#verdict")
        assert any(page.count(look) for look in looks)
    assert page.solve("2 2\n00\n00\n") == ("no-solution", "false")


def test_the_page_shows_why_a_puzzle_cannot_be_solved(page):
    for text, why in (
        ("canal 37 2\n" + "1 .\n" * 37, "36x36"),
        ((EXAMPLES / "sudoku-49x49-easy.txt").read_text(), "25x25"),
        ("smullyan 37 2\n" + "1 .\n" * 37, "36x36"),
    ):
        page.paste(text)
        assert not page.is_enabled("#solve")
        assert why in page.text("#certain")
    page.edit("1...............", Keys.END, "1")
    assert not page.is_enabled("#solve")
    assert "twice" in page.text("#certain")


def test_certain_values_are_shown_during_editing(page):
    page.paste("3 3\n...\n...\n..3\n")
    assert page.data("certain") == ""
    page.keys("edit", "3")
    certain = rowloom.certain(rowloom.read(OPEN_ENDED)[0]).certain
    known = sum(value != "?" for row in certain for value in row)
    assert 0 < known < 9
    page.wait(lambda: page.data("certain") == str(known), 60)
    assert page.count(".line.certain") == 1
    page.type("0", Keys.ARROW_RIGHT, "3")
    page.wait(lambda: page.data("certain") == "0", 60)
    assert "no solution" in page.text("#certain")
    page.click("#certain-on")
    page.type(Keys.CONTROL + "z")
    assert page.count(".certain") == 0


def test_certain_edges_without_certain_cells(page):
    """The puzzle has two adjacent threes. In all 137 solutions, the outer vertical edges of the two cells are lines."""
    page.edit("4 4\n....\n.3..\n....\n....\n", Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "3")
    page.wait(lambda: page.data("certain-edges") == "4", 60)
    assert page.data("certain") == "0" and "4 of 40 edges" in page.text("#certain")
    assert page.count(".line.certain, .cross.certain") == 2
    for key, text in (("D", "1 mark is in no solution."), ("d", "Right so far")):
        page.keys("play", key)  # first a cross, then a line at the outer edge of the right three
        page.click("#check")
        page.wait(lambda text=text: text in page.text("#feedback"), 60)


def test_a_search_is_cancelled(page):
    page.paste(LONG)
    page.click("#solve")
    page.click("#cancel")
    assert page.data("state") == "idle"
    assert page.solve(SLITHER) == ("solved", "true")


@pytest.mark.parametrize("genres", [
    {"slitherlink": "5,5", "sudoku": "9,9", "slink": "5,5", "canal": "6,6"},
    pytest.param({"smullyan": "6,6"}, marks=pytest.mark.slow),  # no other test builds this board by default
])  # fmt: skip
def test_new_puzzles(page, scripted, genres):
    scripted(ON_A_DAY)
    page.open(EMPTY)
    for genre, size in genres.items():
        page.make(today=True, genre=genre)
        page.wait(lambda genre=genre: page.data("genre") == genre and "Daily 2026-03-09" in page.text("h2"), 60)
        page.click("#tool-share")
        assert page.attribute("#address", "value") == f"https://puzz.link/p?{DAILY[genre]}"
        page.type(Keys.ESCAPE)
        before = page.clues()
        page.make(genre=genre, size=size, ease="1")
        page.wait(lambda before=before: page.clues() != before, 60)
        assert (page.data("genre"), len(page.clues())) == (genre, int(size.partition(",")[0]))
        assert page.spoken().endswith("The puzzle is open.")
        page.click("#solve")
        assert page.solved() == ("solved", "true")
    page.resize(*PHONE)
    page.open()  # the page remembers the wanted genre, size and difficulty
    page.click("#tab-play")
    assert page.text("#another").endswith("normal")
    before = page.clues()
    page.click("#another")
    page.wait(lambda: page.clues() != before, 60)
    assert (page.data("genre"), len(page.clues())) == (genre, len(before))
    page.click("#play-today")
    page.wait(lambda: "Daily 2026-03-09" in page.text(".caption h2"), 60)


@pytest.mark.parametrize(("page", "side"), [("desktop", 4), ("phone", 16)], indirect=["page"])
def test_new_sudokus_from_which_the_page_removes_clues(page, side):
    page.make(genre="sudoku", size=f"{side},{side}")
    page.wait(lambda: page.data("genre") == "sudoku" and len(page.clues()) == side, 60)
    assert sum(clue != "" for row in page.clues() for clue in row) < side**2 / 2
    page.click("#solve")
    assert page.solved() == ("solved", "true")
    page.open()  # the page remembers the size; such puzzles have no choice of difficulty
    page.click("#tab-play")
    assert page.text("#another").endswith(f"Sudoku {side}\u00d7{side}")
    page.click("#choose")
    assert (page.attribute("#make-size", "value"), page.is_shown("#make-ease")) == (f"{side},{side}", False)


@EVERYWHERE
def test_the_finish(page):
    page.play("2 2\n22\n22\n", "w", "a")
    page.type(Keys.ARROW_RIGHT, "w", "d", Keys.ARROW_DOWN, "d", "s", Keys.ARROW_LEFT, "a")
    assert "line left" in page.place()
    assert not page.is_shown("#feedback")
    Pointers(page).press((0.5, 2))
    assert page.text("#feedback strong").startswith("Solved in 0:0")
    page.wait(lambda: "clock cycles at 50 MHz" in page.text("#feedback"))
    assert page.spoken().startswith("The chip takes")
    assert page.count("#board .fill.inside") == 1
    page.click("#finish-share")
    assert re.fullmatch(r"I solved this Slitherlink \(2.2\) in 0:0\d\. The chip takes [\d.]+ .?s\. http.*&view=play",
                        page.attribute("#result", "value"))
    page.type(Keys.ESCAPE)
    page.click("#timed")
    assert (page.text("#feedback strong"), page.text("#time")) == ("Solved", "")
    page.open()  # the page remembers the time, and the choice to hide it
    assert page.text("#time") == ""
    page.click("#timed")
    assert page.text("#time").startswith("0:0")
    page.focus()
    page.type("s")
    assert not page.is_shown("#finish")
    page.type("s")
    page.wait(lambda: "clock cycles at 50 MHz" in page.text("#feedback"))  # this text moves the buttons below it
    page.click("#next")
    page.wait(lambda: len(page.clues()) == 7, 60)
    assert page.attribute(":focus", "id") == "board"
    assert page.text("#time") == "0:00"


def test_hints_solve_a_puzzle(page):
    page.paste("2 2\n22\n22\n")
    page.click("#tab-play")
    for _ in range(12):
        page.click("#hint")
        page.wait(lambda: page.is_shown("#feedback"), 60)
        if not page.is_shown("#take"):
            break
        page.click("#take")
    text = page.text("#feedback")
    assert "Solved" in text or "same in all" in text


def test_a_trial_lists_its_steps(page):
    page.paste("3 3\n1..\n...\n...\n")
    page.click("#tab-play")
    page.click("#hint")
    page.wait(lambda: "a contradiction follows" in page.text("#feedback"), 60)
    assert (page.count("#feedback li"), page.count("text.step")) == (3, 4)
    assert page.count(".cross.hint") == 1
    assert "Suppose that there is a line. The 1 at row 1, column 1 has its line" in page.spoken()


def test_a_wrong_mark_is_found(page):
    page.play(SLITHER, Keys.SHIFT + "w" + Keys.NULL, "a")
    page.click("#check")
    page.wait(lambda: page.is_shown("#feedback"), 60)
    assert "wrong" in page.text("#feedback")
    assert page.count(".line.fault") == 1


def test_checks_by_rules_if_no_board_takes_the_puzzle(page):
    page.paste("canal 1 37\n1" + " ." * 36 + "\n")
    page.click("#tab-play")
    page.click("#check")
    page.wait(lambda: "No rule is broken so far" in page.text("#feedback"))
    page.keys("play", Keys.ARROW_RIGHT, ".")
    page.click("#check")
    page.wait(lambda: "The 1 at row 1, column 1 sees too few shaded cells." in page.text("#feedback"))
    page.paste("canal 1 37\n38" + " ." * 36 + "\n")
    page.click("#hint")
    page.wait(lambda: "No solution" in page.text("#feedback"))
