"""A reload, the back button and another puzzle do not lose a person's work. autosave.test.js tests several tabs."""

from support.browser_page import SLITHER, SUDOKU, Keys

CANAL = "canal 2 2\n2 .\n. .\n"


def play(page, *keys):
    page.click("#tab-play")
    page.focus()
    page.type(*keys)


def reload(page):
    page.browser.refresh()
    page.wait(lambda: page.script("return Boolean(document.querySelector('.layer-frame path'))"))


def lines(page):
    """Return the lines that were drawn, and the view."""
    return (page.script("return document.querySelector('#board .line.mine')?.getAttribute('d') ?? ''"),
            page.script("return document.querySelector('[aria-selected=true]').dataset.view"))


def test_a_reload_brings_back_marks_view_and_undo(page):
    page.open("#puzzle=" + SLITHER)
    play(page, "w", "a", Keys.SHIFT + "s" + Keys.NULL, Keys.CONTROL + "z")
    drawn = lines(page)
    assert drawn[1] == "play"
    reload(page)
    assert lines(page) == drawn
    page.click("#redo")
    assert page.count("#board .cross.mine") == 1
    page.click("#undo")
    page.click("#undo")
    assert lines(page)[0] != drawn[0]
    page.click("#undo")
    assert not page.is_enabled("#undo")

    page.paste(SUDOKU)
    play(page, Keys.ARROW_DOWN, Keys.ARROW_DOWN, " ", "2", "3")
    reload(page)
    assert page.text(".pencil") == "2"
    page.focus()
    page.type("1")  # keys still make pencil marks, in the same cell as before
    assert page.texts(".pencil") == ["1", "2", "3"]


def test_an_address_does_not_come_back_over_a_draft(page):
    page.open("#puzzle=" + SLITHER)
    play(page, "w")
    assert "puzzle=" in page.browser.current_url
    page.click("#tab-edit")
    page.focus()
    page.type("3")
    draft = page.clues()
    assert page.browser.current_url == page.address
    reload(page)
    assert page.clues() == draft
    page.paste(CANAL)
    reload(page)
    assert page.data("genre") == "canal"
    page.type(Keys.CONTROL + "z")
    assert page.clues() == draft
    page.open()  # as if the window had been closed
    assert page.clues() == draft


def test_puzzles_that_are_opened_one_after_the_other_keep_their_marks(page):
    page.open("#puzzle=" + SLITHER)
    play(page, "w", "a")
    first = lines(page)
    page.script("location.hash = arguments[0]", "#puzzle=" + SUDOKU)
    page.wait(lambda: page.data("genre") == "sudoku")
    play(page, Keys.ARROW_DOWN, Keys.ARROW_DOWN, "2")
    assert page.text(".digit.mine, text.mine") == "2"
    page.type(Keys.CONTROL + "z", Keys.CONTROL + "z")  # the second Ctrl-Z undoes the change of the address
    assert lines(page) == first
    page.type(Keys.CONTROL + Keys.SHIFT + "z" + Keys.NULL, Keys.CONTROL + Keys.SHIFT + "z" + Keys.NULL)
    page.browser.back()
    page.wait(lambda: page.data("genre") == "slitherlink")
    assert lines(page) == first
    page.browser.forward()
    page.wait(lambda: page.data("genre") == "sudoku")
    assert page.text("text.mine") == "2"
    # An address with another form of the same puzzle opens the puzzle with its marks, too.
    page.script("location.hash = arguments[0]", "#puzzle=" + SLITHER.partition("/p")[2] + "&name=the%20same&view=edit")
    page.wait(lambda: page.data("genre") == "slitherlink")
    assert lines(page) == ("", "edit")
    page.click("#tab-play")
    assert lines(page) == first
    assert "marks" in page.attribute("#status", "textContent")
    page.click("#tool-open")
    own = page.attributes("#own .example", "aria-label")
    assert [label.partition(",")[0] for label in own] == ["Slitherlink", "Sudoku"]
    page.script("document.querySelectorAll('#own .example')[1].click()")
    assert page.text("text.mine") == "2"
