"""Hints of shading in a real browser: where no board takes the puzzle, and where one does."""

from itertools import product
from pathlib import Path

import pytest

import rowloom
from rowloom.host.puzzles.canal import Canal
from support.browser_page import Keys
from support.puzzles import made

AMBIGUOUS = "smullyan 4 4\n. . . .\n. 3 . .\n. . . 2\n. . 1 1\n"
"""Several solutions, with four cells in common, of which rules find some."""

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def test_hints_by_rules_solve_a_canal_view(page):
    page.paste(Canal.write(made("canal", 6, 6, "easy", 1)))
    page.click("#tab-play")
    page.click("#hint")
    page.wait(lambda: "a cell with a number is shaded: so" in page.find("#told").text)
    for _ in range(100):
        page.click("#take")
        if "Solved" in page.find("#told").text:
            break
        page.click("#hint")
        page.wait(lambda: page.find("#take").is_displayed())
    assert "Solved" in page.find("#told").text


@pytest.mark.parametrize("name", ["smullyan-10x10-hard", "canal-10x10-normal"])
def test_what_a_board_knows_of_shades(page, name):
    """It finds wrong marks that no rule finds, and a hint says why where a rule does."""
    text = (EXAMPLES / f"{name}.txt").read_text()
    page.paste(text)
    page.click("#solve")
    assert page.solved() == ("solved", "true")
    solution = page.data("solution").split("/")
    page.click("#tab-play")
    told = []
    for row, col in product(range(3), range(10)):
        if rowloom.read(text)[0].clues[row][col] is None:
            page.script("document.getElementById('board').focus()")
            page.type(Keys.HOME, Keys.PAGE_UP, *[Keys.ARROW_DOWN] * row, *[Keys.ARROW_RIGHT] * col)
            page.type("x" if solution[row][col] == "0" else "o")
            page.click("#check")
            page.wait(lambda: "Something is wrong" in page.find("#told").text, 60)
            told.append(page.find("#told").text)
            if "1 mark is in no solution." in told[-1]:
                break
            page.click("#clear")
    assert "1 mark is in no solution." in told[-1]
    assert page.script("return document.querySelectorAll('.fill.fault').length") == 1
    page.click("#clear")
    page.click("#hint")
    page.wait(lambda: page.find("#take").is_displayed(), 60)
    page.click("#take")
    page.click("#check")
    page.wait(lambda: "Right so far" in page.find("#told").text)


def test_a_hint_of_shades_that_no_rule_gives(page):
    page.paste(AMBIGUOUS)
    page.click("#tab-play")
    told = []
    for _ in range(5):
        page.click("#hint")
        page.wait(lambda: page.find("#told").is_displayed(), 60)
        told.append(page.find("#told").text)
        if not page.find("#take").is_displayed():
            break
        page.click("#take")
    assert "same in all solutions" in told[-1]
    by_board = ["in every solution." in text for text in told[:-1]]
    assert by_board == sorted(by_board)
    assert any(by_board)


def test_a_check_where_no_board_takes_the_puzzle(page):
    page.paste("canal 1 37\n1" + " ." * 36 + "\n")
    page.click("#tab-play")
    page.click("#check")
    page.wait(lambda: "No rule is broken so far" in page.find("#told").text)
    page.script("document.getElementById('board').focus()")
    page.type(Keys.ARROW_RIGHT, ".")
    page.click("#check")
    page.wait(lambda: "The 1 at row 1, column 1 cannot be right." in page.find("#told").text)


def test_a_puzzle_that_rules_refute_has_no_solution(page):
    page.paste("canal 1 37\n38" + " ." * 36 + "\n")
    page.click("#tab-play")
    page.click("#hint")
    page.wait(lambda: "No solution" in page.find("#told").text)
