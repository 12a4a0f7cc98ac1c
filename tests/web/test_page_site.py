"""The page as a site: under a path, without a server once it is loaded, on a phone, and by the keyboard alone."""

from pathlib import Path

import pytest

from rowloom.web.site import write_site
from support.browser_page import Keys, Page, served

SLITHER = "https://puzz.link/p?slither/5/5/g1bh28286122682d"
OTHER = (Path(__file__).parent.parent.parent / "examples" / "slitherlink-5x5.txt").read_text()


def test_a_shared_link_under_a_path(browser, tmp_path):
    write_site(tmp_path / "puzzles" / "page")
    with served(tmp_path) as address:
        page = Page(browser, f"{address}puzzles/page/")
        page.forget()
        page.open()
        page.paste(SLITHER)
        clues = page.clues()
        page.click("#tool-share")
        page.click("#link-solves")
        link = page.find("#link").get_attribute("value")
        assert link.startswith(page.address + "#puzzle=")
        page.paste(OTHER)
        page.open(link.removeprefix(page.address))
        assert page.clues() == clues
        assert page.solved() == ("solved", "true")
        page.click("#tool-open")
        page.wait(lambda: page.script("return document.querySelectorAll('.example').length") > 10)
        assert page.errors() == []


def test_without_a_server_once_it_is_loaded(browser, tmp_path):
    write_site(tmp_path)
    with served(tmp_path) as address:
        page = Page(browser, address)
        page.forget()
        page.open()
        page.paste(SLITHER)
        page.click("#solve")
        assert page.solved() == ("solved", "true")
    page.paste(OTHER)
    page.click("#solve")
    assert page.solved() == ("solved", "true")
    page.click("#tab-play")
    page.click("#hint")
    page.wait(lambda: page.find("#told").is_displayed())
    assert page.errors() == []


def test_by_the_keyboard_alone(page):
    """From the empty grid to a solution: no mouse, and always a place that has the focus."""
    page.type(Keys.TAB, Keys.ENTER)
    page.type("3", Keys.ARROW_RIGHT, "3", Keys.ARROW_DOWN, Keys.ARROW_RIGHT, "2", Keys.HOME, "0")
    page.type(Keys.CONTROL + Keys.ENTER)
    page.wait(lambda: page.data("state") != "idle")
    assert page.solved()[0] in ("solved", "no-solution")
    assert page.script("return document.activeElement.id") == "board"

    def at():
        return page.script("return document.activeElement.id || document.activeElement.tagName")

    def tab_to(name):
        for _ in range(40):
            if at() == name:
                return
            page.type(Keys.TAB)
        raise AssertionError(f"Tab does not lead to {name}")

    tab_to("tool-open")
    page.type(Keys.ENTER)
    tab_to("text")
    page.type(SLITHER)
    tab_to("open-text")
    page.type(Keys.ENTER)
    tab_to("solve")
    page.type(Keys.ENTER)
    assert page.solved() == ("solved", "true")
    assert at() == "solve"


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone(page, width):
    page.resize(width, 844)
    for tool in ("open", "make", "share"):
        page.click(f"#tool-{tool}")
        dialog = page.find("dialog[open]").rect
        assert dialog["x"] >= 0
        assert dialog["x"] + dialog["width"] <= width
        wider = page.script("const body = document.querySelector('dialog[open] .dialog-body');"
                            "return body.scrollWidth - body.clientWidth")
        assert wider <= 0, tool
        page.type(Keys.ESCAPE)
    page.paste(OTHER)
    over = page.script("""
        const { left, top, width, height } = document.querySelector(".toast").getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2).className;""")
    assert over != "toast"  # a note hides what is below it for seconds, but no click
    page.click("[data-enter='1']")
    page.click("#undo")
    page.click("#solve")
    assert page.solved() == ("solved", "true")
    assert page.script("return document.documentElement.scrollWidth") <= width
