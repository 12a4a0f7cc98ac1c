"""Hints of the page, in a real browser, where no board takes the puzzle."""

from pathlib import Path

from support.browser_page import Keys

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def test_hints_by_rules_solve_a_canal_view(page):
    page.paste((EXAMPLES / "canal-10x10-easy.txt").read_text())
    page.click("#tab-play")
    page.click("#hint")
    page.wait(lambda: "A cell with a number is not shaded" in page.find("#told").text)
    for _ in range(100):
        page.click("#take")
        if "Solved" in page.find("#told").text:
            break
        page.click("#hint")
        page.wait(lambda: page.find("#take").is_displayed())
    assert "Solved" in page.find("#told").text


def test_a_check_by_rules_tells_what_follows_from_wrong_marks(page):
    page.paste("canal 1 4\n1 . . .\n")
    page.click("#tab-play")
    page.click("#check")
    page.wait(lambda: "No rule is broken so far" in page.find("#told").text)
    page.script("document.getElementById('board').focus()")
    page.type(Keys.ARROW_RIGHT, ".")
    page.click("#check")
    page.wait(lambda: "With these marks, the 1 at row 1, column 1 could not be right." in page.find("#told").text)


def test_a_puzzle_that_rules_refute_has_no_solution(page):
    page.paste("canal 1 2\n3 .\n")
    page.click("#tab-play")
    page.click("#hint")
    page.wait(lambda: "No solution" in page.find("#told").text)
