"""The page in a real browser: what its boards say, the simulated one. Those at a port are in test_page_board.py."""

import re
from pathlib import Path

import pytest

import rowloom
from rowloom.host import puzzles
from support.browser_page import Keys

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SLITHER = "https://puzz.link/p?slither/5/5/g1bh28286122682d"
OPEN_ENDED = "3 3\n3..\n...\n..3\n"
"""Several solutions, which have some cells in common."""


def solution(page, puzzle):
    """The solution that is told, as the library has it."""
    rows = page.data("solution").split("/")
    return tuple(tuple(map(int, row.split())) for row in rows) if puzzle.genre == "sudoku" else tuple(rows)


@pytest.mark.parametrize("name", [
    "slitherlink-10x10-hard", "slitherlink-20x36", "slink-10x10-easy", "sudoku-9x9-hard", "sudoku-25x25-easy",
    "smullyan-10x10-hard",
])
def test_one_solution(page, name):
    text = (EXAMPLES / f"{name}.txt").read_text()
    page.paste(text)
    page.click("#solve")
    assert page.solved() == ("solved", "true")
    puzzle = rowloom.read(text)[0]
    assert puzzles.genre(puzzle.genre).verify(puzzle, solution(page, puzzle)) == []
    assert int(page.data("cycles")) > 50
    assert "50 MHz" in page.find("#figures").text
    assert page.find("#verdict strong").text == "One solution"


def test_several_solutions_are_drawn_where_they_differ(page):
    page.paste(OPEN_ENDED)
    page.click("#solve")
    assert page.solved() == ("solved", "false")
    assert "differ" in page.find("#verdict").text
    assert page.script("return document.querySelectorAll('.fill.differ').length") == 1
    assert page.script("return document.querySelectorAll('.line.second').length") == 1


def test_several_canals(page):
    page.paste("canal 3 3\n. . .\n. 2 .\n. . .\n")
    page.click("#solve")
    assert page.solved() == ("solved", "false")
    assert "differ" in page.find("#verdict").text
    assert page.script("return document.querySelectorAll('.dot.first, .dot.second').length") > 0


def test_several_solutions_of_shades(page):
    page.paste("smullyan 4 4\n. . . .\n. 3 . .\n. . . 2\n. . 1 1\n")
    page.click("#solve")
    assert page.solved() == ("solved", "false")
    assert "differ" in page.find("#verdict").text
    dots = page.script("return [...document.querySelectorAll('.dot.first, .dot.second')].map((dot) =>"
                       "dot.getAttribute('d')).join('')")
    # The 3 is in one of the cells that differ; a dot does not hide it.
    assert re.findall(r"M(\d+)\.\d+ (\d+)\.\d+h0", dots).count(("72", "72")) == 1


def test_no_solution(page):
    page.paste("2 2\n00\n00\n")
    page.click("#solve")
    assert page.solved() == ("no-solution", "false")


def test_a_link_that_solves_at_once(page):
    page.open("#puzzle=" + SLITHER + "&solve")
    assert page.solved() == ("solved", "true")
    assert page.spoken().startswith("One solution")
    assert "a solution is shown" in page.find("#board").get_attribute("aria-label")
    page.script("document.getElementById('board').focus()")
    assert "line" in page.find("#place").get_attribute("textContent")


@pytest.mark.parametrize("text, why", [
    ("canal 37 2\n" + "1 .\n" * 37, "36x36"),
    ((EXAMPLES / "sudoku-49x49-easy.txt").read_text(), "25x25"),
    ("smullyan 37 2\n" + "1 .\n" * 37, "36x36"),
])
def test_what_cannot_be_solved_says_why(page, text, why):
    page.paste(text)
    assert not page.find("#solve").is_enabled()
    assert why in page.find("#certain").text


def test_a_digit_that_stands_twice_is_told_at_once(page):
    page.paste("1...............")
    page.script("document.getElementById('board').focus()")
    page.type(Keys.END, "1")
    assert not page.find("#solve").is_enabled()
    assert "twice" in page.find("#certain").text


def test_while_editing_what_is_certain_is_shown(page):
    page.paste("3 3\n...\n...\n..3\n")
    assert page.data("certain") == ""
    page.script("document.getElementById('board').focus()")
    page.type("3")
    certain = rowloom.certain(rowloom.read(OPEN_ENDED)[0]).certain
    known = sum(value != "?" for row in certain for value in row)
    assert 0 < known < 9
    page.wait(lambda: page.data("certain") == str(known), 60)
    assert page.script("return document.querySelectorAll('.line.certain').length") == 1
    page.type("0", Keys.ARROW_RIGHT, "3")
    page.wait(lambda: page.data("certain") == "0", 60)
    assert "no solution" in page.find("#certain").text
    page.click("#certain-on")
    page.type(Keys.CONTROL + "z")
    assert page.script("return document.querySelectorAll('.certain').length") == 0


def test_edges_are_certain_where_no_cell_is(page):
    """Two threes beside each other: of their upright edges the outer ones are lines in all of 137 solutions."""
    page.paste("4 4\n....\n.3..\n....\n....\n")
    page.script("document.getElementById('board').focus()")
    page.type(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "3")
    page.wait(lambda: page.data("certain-edges") == "4", 60)
    assert page.data("certain") == "0" and "4 of 40 edges" in page.find("#certain").text
    assert page.script("return document.querySelectorAll('.line.certain, .cross.certain').length") == 2
    page.click("#tab-play")
    for key, told in (("D", "1 mark is in no solution."), ("d", "Right so far")):
        page.script("document.getElementById('board').focus()")
        page.type(key)  # a cross on the outer edge of the right one, then a line
        page.click("#check")
        page.wait(lambda told=told: told in page.find("#told").text, 60)


def test_what_is_certain_of_shades_is_shown(page):
    page.paste("smullyan 3 3\n. . .\n. . .\n. . 3\n")
    page.script("document.getElementById('board').focus()")
    page.type("2")
    (puzzle,) = rowloom.read("smullyan 3 3\n2 . .\n. . .\n. . 3\n")
    certain = rowloom.certain(puzzle, engine="sat").certain
    known = sum(value != "?" for row in certain for value in row)
    assert 0 < known < 9
    page.wait(lambda: page.data("certain") == str(known), 60)


def test_a_search_is_cancelled(page):
    page.paste("30 30\n" + "\n".join([*["." * 30] * 29, "3" + "." * 29]) + "\n")
    page.click("#solve")
    page.click("#cancel")
    assert page.data("state") == "idle"
    page.paste(SLITHER)
    page.click("#solve")
    assert page.solved() == ("solved", "true")


@pytest.mark.parametrize("genre", ["slitherlink", "sudoku"])
def test_making_a_puzzle(page, genre):
    page.paste("123456789".ljust(81, ".") if genre == "sudoku" else SLITHER)
    page.click("#tool-make")
    page.script("document.getElementById('make-size').selectedIndex = 0")
    page.click("#make")
    page.wait(lambda: page.script("return document.querySelectorAll('dialog[open]').length") == 0, 60)
    assert page.data("genre") == genre
    assert page.spoken().lower().startswith(genre)
    page.click("#solve")
    assert page.solved() == ("solved", "true")


def test_hints_solve_a_puzzle(page):
    page.paste("3 3\n33.\n..2\n...\n")
    page.click("#tab-play")
    for _ in range(24):
        page.click("#hint")
        page.wait(lambda: page.find("#told").is_displayed(), 60)
        if not page.find("#take").is_displayed():
            break
        page.click("#take")
    told = page.find("#told").text
    assert "Solved" in told or "same in all" in told


def test_a_wrong_mark_is_found(page):
    page.paste(SLITHER)
    page.click("#tab-play")
    page.script("document.getElementById('board').focus()")
    page.type(Keys.SHIFT + "w" + Keys.NULL, "a")
    page.click("#check")
    page.wait(lambda: page.find("#told").is_displayed(), 60)
    assert "wrong" in page.find("#told").text
    assert page.script("return document.querySelectorAll('.line.fault').length") == 1


def test_a_browser_without_web_serial(page, browser):
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
        "source": "delete Navigator.prototype.serial"})
    page.open()
    assert not page.find("#connect").is_enabled()
    assert "Web Serial" in page.find("#no-serial").text
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
