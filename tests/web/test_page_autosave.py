"""A reload, the back button and another puzzle do not delete a person's work. autosave.test.js tests several tabs."""

from support.browser_page import SLITHER, SUDOKU, Keys

CANAL = "canal 2 2\n2 .\n. .\n"


def lines(page):
    """Return the lines that were drawn, and the view."""
    return page.attribute("#board .line.mine", "d") or "", page.attribute("[aria-selected=true]", "data-view")


def test_a_reload_brings_back_marks_view_and_undo(page):
    page.open("#puzzle=" + SLITHER)
    page.keys("play", "w", "a", Keys.SHIFT + "s" + Keys.NULL, Keys.CONTROL + "z")
    drawn = lines(page)
    assert drawn[1] == "play"
    page.reload()
    assert lines(page) == drawn
    page.click("#redo")
    assert page.count("#board .cross.mine") == 1
    page.click("#undo")
    page.click("#undo")
    assert lines(page)[0] != drawn[0]
    page.click("#undo")
    assert not page.is_enabled("#undo")


def test_an_address_does_not_come_back_over_a_draft(page):
    page.open("#puzzle=" + SLITHER)
    page.keys("play", "w")
    assert "puzzle=" in page.browser.current_url
    page.keys("edit", "3")
    draft = page.clues()
    assert page.browser.current_url == page.address
    page.reload()
    assert page.clues() == draft
    page.paste(CANAL)
    page.reload()
    assert page.data("genre") == "canal"
    page.type(Keys.CONTROL + "z")
    assert page.clues() == draft
    assert page.place().startswith("Undone: Slitherlink, 5")
    page.open()  # as if the window had been closed
    assert page.clues() == draft


def test_puzzles_that_are_opened_one_after_the_other_keep_their_marks(page):
    page.open("#puzzle=" + SLITHER)
    page.keys("play", "w", "a")
    first = lines(page)
    page.script("location.hash = arguments[0]", "#puzzle=" + SUDOKU)
    page.wait(lambda: page.data("genre") == "sudoku")
    page.keys("play", Keys.ARROW_DOWN, Keys.ARROW_DOWN, "2")
    assert page.text("text.mine") == "2"
    page.type(Keys.CONTROL + "z", Keys.CONTROL + "z")  # the second Ctrl-Z undoes the change of the address
    assert lines(page) == first
    page.type(Keys.CONTROL + Keys.SHIFT + "z" + Keys.NULL, Keys.CONTROL + Keys.SHIFT + "z" + Keys.NULL)
    page.browser.back()
    page.wait(lambda: page.data("genre") == "slitherlink")
    assert lines(page) == first
    page.browser.forward()
    page.wait(lambda: page.data("genre") == "sudoku")
    assert page.text("text.mine") == "2"
    # The same puzzle is opened with its marks even if the address writes it in another form.
    page.script("location.hash = arguments[0]", "#puzzle=" + SLITHER.partition("/p")[2] + "&name=the%20same&view=edit")
    page.wait(lambda: page.data("genre") == "slitherlink")
    assert lines(page) == ("", "edit")
    page.click("#tab-play")
    assert lines(page) == first
    assert "marks" in page.spoken()
    page.click("#tool-open")
    own = page.attributes("#own .example", "aria-label")
    assert [label.partition(",")[0] for label in own] == ["Slitherlink", "Sudoku"]
    page.script("document.querySelectorAll('#own .example')[1].click()")
    assert page.text("text.mine") == "2"
