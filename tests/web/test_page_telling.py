"""Titles, links, pictures and prints of a puzzle, and what the page shows during a long search."""

from support.browser_page import EVERYWHERE, LONG, SLITHER, Keys

COPIED = """
    const done = arguments[0];
    navigator.clipboard.read().then(async ([item]) => {
        const picture = await createImageBitmap(await item.getType("image/png"));
        const canvas = new OffscreenCanvas(picture.width, picture.height), context = canvas.getContext("2d");
        context.drawImage(picture, 0, 0);
        const pixels = context.getImageData(0, 0, picture.width, picture.height).data, seen = new Set();
        for (let at = 0; at < pixels.length; at += 4) seen.add(pixels.slice(at, at + 3).join());
        done([picture.width, picture.height, [...seen]]);
    }).catch((error) => done(String(error)));"""


def rename(page, name):
    page.script("const field = document.getElementById('name'); field.value = arguments[0];"
                "field.dispatchEvent(new Event('change'))", name)


def test_a_title_can_be_edited_and_is_in_the_link(page):
    page.play(SLITHER, "w", "a")
    before = page.attributes("#board .line.mine", "d")
    page.click("#tool-share")
    rename(page, " For Ada ")
    assert "&name=For%20Ada&view=play" in page.attribute("#link", "value")
    page.type(Keys.ESCAPE)
    assert "For Ada" in page.text(".caption h2")
    assert page.script("return document.title") == "For Ada \u2013 Slitherlink 5\u00d75 \u2013 Rowloom"
    assert page.attributes("#board .line.mine", "d") == before
    page.click("#undo")  # the title stays
    assert "For Ada" in page.text(".caption h2")
    assert page.attributes("#board .line.mine", "d") != before


def test_a_link_is_sent(page):
    page.play(SLITHER)
    page.script("navigator.share = async (what) => { window.sent = what; }")
    page.click("#tool-share")
    rename(page, "For Ada")
    page.script("document.getElementById('send').click()")  # the button is hidden: a headless browser cannot share
    sent = page.wait(lambda: page.script("return window.sent"))
    assert (sent["title"], sent["text"]) == ("For Ada", "Slitherlink 5\u00d75")
    assert sent["url"] == page.attribute("#link", "value")


def copied_picture(page):
    page.browser.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    page.click("#tool-share")
    page.click("#copy-picture")
    page.wait(lambda: page.text("dialog[open] [role=status]") == "Copied.")
    return page.browser.execute_async_script(COPIED)


def test_a_picture_is_copied(page):
    page.play(SLITHER, "w")
    width, height, colours = copied_picture(page)
    assert (width, height) == (1600, 1600)
    assert {"255,254,251", "29,95,168", "31,41,51"} <= set(colours)  # the paper, the line, the clues


def test_rows_of_a_large_grid_are_drawn_only_where_they_are_needed(page):
    """Only rows near the window are drawn, and a clue changes only its own row; but a picture has all rows."""
    def shown():
        return page.script("return Array.from(document.querySelectorAll('#board .layer-givens g'),"
                           " (row) => row.querySelector('text')?.checkVisibility() ?? null)")

    page.edit("120 2\n" + "..\n" * 119 + "31\n")
    page.wait(lambda: shown()[-1] is False)
    page.script("""window.rows = new Set(); new MutationObserver((found) => found.forEach(({ target }) =>
        window.rows.add(target))).observe(document.querySelector("#board .layer-givens"),
            { childList: true, subtree: true })""")
    page.type("2")
    assert shown()[0] and page.script("return window.rows.size") == 1
    page.type(Keys.PAGE_DOWN)
    page.wait(lambda: shown()[0] is False and shown()[-1])
    page.type(Keys.PAGE_UP, Keys.DELETE)
    page.wait(lambda: shown()[-1] is False)
    *_, colours = copied_picture(page)
    assert min(sum(map(int, colour.split(","))) for colour in colours) < 300  # the clues are darker than the dots


def test_only_the_puzzle_is_printed(page):
    page.play(SLITHER, "w")
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        shown = [page.is_shown(what) for what in ("#board", ".caption h2", ".bar", ".side", ".pad", "#undo", ".about")]
    finally:
        page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert shown == [True, True, False, False, False, False, False]


@EVERYWHERE
def test_a_long_search_shows_that_it_works_and_can_be_stopped(page):
    page.play(LONG)
    page.click("#check")
    page.wait(lambda: "all solutions" in page.text(".waiting"), 60)
    page.wait(lambda: "cycles" in page.text(".waiting"), 60)
    page.click("[data-stops=play]")
    page.wait(lambda: "stopped" in page.text("#feedback"))
    assert not page.is_shown(".waiting")
    page.keys("edit", "2")
    page.wait(lambda: page.is_shown(".waiting"), 60)
    page.click("[data-stops=edit]")
    page.wait(lambda: not page.is_shown(".waiting"))
