"""The page in a real browser: opening, editing, playing, sharing and layout. test_page_solving.py tests solving."""

import shutil
from urllib.parse import quote

import pytest

import rowloom
from support.browser_page import EMPTY, EVERYWHERE, EXAMPLES, PHONE, SLITHER, Keys, Page, served
from support.pointers import Pointers

PUZZLE, = rowloom.read(SLITHER)
CLUES = [["" if clue is None else str(clue) for clue in row] for row in PUZZLE.clues]
SMALL = "2 2\n2.\n.2\n"
OTHER = (EXAMPLES / "slitherlink-5x5.txt").read_text()
WATCHING = "#puzzle=" + SLITHER + "&view=watch"
GITHUB = "https://github.com/rowloom/rowloom"
CANAL = "canal 2 2\n2 .\n. .\n"


@EVERYWHERE
def test_a_first_visit(page, address):
    is_phone = page.is_phone
    press = Pointers(page).touch if is_phone else page.click

    def visit(fragment=""):
        page.forget()
        if is_phone:
            page.resize(*PHONE)
        page.open(fragment)

    visit()
    first = page.clues()
    assert len(first) == 7 and {clue for row in first for clue in row} == set(["", *"0123"])
    assert (page.data("state"), page.data("unique"), page.data("cycles")) == ("idle", "", "")
    assert page.text(".welcome p").startswith("Rowloom is")
    assert page.texts(".welcome button") == ["Play it", "Watch the chip solve it", "Make another"]
    assert page.attributes(".about a", "href") == [f"{GITHUB}/blob/main/docs/user/browser.md", GITHUB]
    loaded = page.script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert 2 <= len(loaded) < 10
    assert [name for name in loaded if not name.startswith(address)] == []
    assert page.script("""
        return [...document.querySelectorAll("button, input, select, textarea")].filter((one) =>
            !one.textContent.trim() && !one.ariaLabel && !one.labels?.length && !one.hasAttribute("aria-hidden"))
            .map((one) => one.outerHTML)""") == []  # each control has a name
    assert not is_phone or page.script("return document.querySelector('#board').getBoundingClientRect().bottom") < 844
    press("#welcome-play")
    assert page.attribute(":focus", "id") == "board"
    assert not page.is_shown(".welcome")
    for fragment in "", WATCHING:
        visit(fragment)
        if not fragment:
            press("#welcome-watch")
        page.wait(lambda: int(page.attribute(".player", "data-position") or 0) > 0, 60)  # the recording is played
        assert page.is_shown("#watch-words")
    visit()
    page.click("#welcome-another")
    page.wait(lambda: page.clues() != first)
    assert len(page.clues()) == 7
    assert not page.is_shown(".welcome") and not page.is_shown(".making")
    assert page.attribute(":focus", "id") == "board"


def test_pasting_opens_a_puzzle_or_shows_an_error(page):
    for text, genre, first_row in (
        ("3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9", "sudoku",
         ["5", "3", "", "", "7", "", "", "", ""]),
        ("canal 2 2\n1 .\n? 12\n", "canal", ["1", ""]),
        ("https://puzz.link/p?smullyan/3/4/i22g12i2", "smullyan", ["", "", ""]),
        (SLITHER, "slitherlink", CLUES[0]),
    ):
        page.paste(text)
        assert (page.data("genre"), page.clues()[0]) == (genre, first_row)
    assert page.spoken().endswith("14 clues. The puzzle is open.")
    page.paste("hello there")
    assert "hello" in page.text(".toast")
    assert "hello" in page.spoken()
    assert page.clues() == CLUES


def test_the_dialog_opens_a_text_or_an_example_or_shows_an_error(page):
    page.click("#tool-open")
    page.find("#text").send_keys("2 2\n1.\n")
    page.click("#open-text")
    assert page.text("#text-fault")
    page.find("#text").send_keys(".3")
    page.click("#open-text")
    assert page.clues() == [["1", ""], ["", "3"]]
    assert page.count("dialog[open]") == 0
    page.click("#tool-open")
    page.wait(lambda: page.count(".example") > 10)
    page.script("[...document.querySelectorAll('.example')].at(-1).click()")
    assert page.data("genre") == page.attribute("#genre", "value") == "canal"
    assert page.spoken().startswith("Canal View, 10")


def test_the_page_asks_if_several_genres_fit(page):
    several = "4 4\n1 0 0 4\n0 0 1 0\n0 3 0 0\n2 0 0 0\n"

    def in_dialog():
        page.click("#tool-open")
        page.script("document.getElementById('text').value = arguments[0]", several)
        page.click("#open-text")

    for give in (
        in_dialog, lambda: page.paste(several), lambda: page.open("#puzzle=" + quote(several) + "&view=play"),
    ):  # fmt: skip
        give()
        page.wait(lambda: page.is_shown("#text-fault"))
        choice = page.texts("#text-genres button")
        assert choice == ["Sudoku", "Smullyanic Dynasty", "Canal View"]
        assert all(title in page.text("#text-fault") for title in choice)
        assert page.attribute("#text", "value").split() == several.split()
        assert page.text(":focus") == "Sudoku"
        page.type(Keys.ENTER)
        page.wait(lambda: page.data("genre") == "sudoku")
        assert page.clues() == [["1", "", "", "4"], ["", "", "1", ""], ["", "3", "", ""], ["2", "", "", ""]]
        assert page.count("dialog[open]") == 0
        page.paste(SLITHER)


def test_dropping_a_file_opens_it_or_shows_an_error(page):
    for content in SLITHER.encode(), f"<{SLITHER}>".encode("utf-16"):
        page.drop(content)
        page.wait(lambda: page.clues() == CLUES)
        page.paste(CANAL)
    for content, size, words in (b"\x89PNG\r\n\x1a\n\0\0", 0, "UTF-8"), (b"0", 10_000_001, "10 MB"):
        page.drop(content, size)
        page.wait(lambda words=words: words in page.text(".toast"))
        assert page.data("genre") == "canal"


def test_by_the_keyboard_alone(page):
    """A puzzle is entered and solved without a mouse. Some element of the page always has the focus."""
    def at():
        return page.attribute(":focus", "id")

    page.type(Keys.TAB, Keys.ENTER)  # the link that skips everything before the grid
    assert at() == "board"
    page.type("2", Keys.ARROW_RIGHT, "3", Keys.ARROW_DOWN, "0", Keys.HOME, "1", Keys.DELETE, Keys.END, "2")
    clues = page.clues()
    assert clues[0][:2] == ["2", "3"]
    assert clues[1] == ["", "0", *[""] * 7, "2"]
    assert page.place() == "row 2, column 10, 2"
    page.type("7")
    assert page.clues() == clues
    page.type(Keys.CONTROL + Keys.ENTER)
    page.wait(lambda: page.data("state") != "idle")
    assert page.solved()[0] in ("solved", "no-solution")
    assert at() == "board"
    page.paste(SLITHER)
    page.wait(lambda: at() == "solve" or page.type(Keys.TAB))
    page.type(Keys.ENTER)
    assert page.solved() == ("solved", "true")
    assert at() == "solve"
    page.edit("canal 1 3\n. . .\n", Keys.HOME, *"12", Keys.ARROW_RIGHT, "?", Keys.ARROW_RIGHT, *"45", Keys.BACKSPACE)
    assert page.clues() == [["12", "?", "4"]]


def test_the_cursor_is_kept_in_sight(page):
    page.paste("64 36\n" + ("." * 36 + "\n") * 64)
    for width in (390, 1280):
        page.resize(width, 800)
        page.focus()
        for key in (Keys.PAGE_DOWN, Keys.END, Keys.HOME, Keys.PAGE_UP, Keys.END):
            page.type(key)
            assert page.script("""
                const box = (selector) => document.querySelector(selector).getBoundingClientRect();
                const cell = box("#board .cursor"), sheet = box(".sheet");
                return cell.top >= box(".bar").bottom && cell.bottom <= innerHeight
                    && cell.left >= sheet.left && cell.right <= sheet.right;"""), (width, key)


KEYS = [
    # the event's key, code and other fields; the text of the live region after the event
    ("6", "Numpad6", {}, "row 2, column 1, 6"),
    ("ArrowRight", "Numpad6", {}, "row 2, column 2, open"),
    ("PageDown", "Numpad3", {}, "row 9, column 1, open"),
    ("Clear", "Numpad5", {}, "row 2, column 1, open"),
    ("Insert", "Numpad0", {}, "row 2, column 1, open"),
    ("PageUp", "Numpad9", {"shiftKey": True}, "row 2, column 1, corner marks 9"),
    ("9", "Numpad9", {"shiftKey": True}, "row 2, column 1, corner marks 9"),
    ("Clear", "Numpad5", {"modifierNumLock": True}, "row 2, column 1, corner marks 5"),  # with Shift, on Windows
    ("(", "Digit9", {"shiftKey": True}, "row 2, column 1, corner marks 9"),
    ("4", "Digit4", {"repeat": True}, "row 2, column 1, open"),
    ("ArrowRight", "ArrowRight", {"repeat": True}, "row 2, column 2, open"),
]


def test_keys_of_the_keypad_and_keys_that_are_held(page):
    """Before each key, the cursor is at row 2, column 1."""
    page.play("1" + "." * 80)
    places = page.script("""
        const press = (fields) => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...fields }));
        return arguments[0].map(([key, code, more]) => {
            for (const way of ["PageUp", "Home", "ArrowDown"]) press({ key: way, code: way });
            press({ key, code, ...more });
            const place = document.getElementById("place").textContent;
            if (!document.getElementById("clear").disabled) press({ key: "z", ctrlKey: true });
            return place;
        });""", KEYS)
    assert places == [place for *_, place in KEYS]


def test_clicks_set_clues_and_fields_the_size_and_genre(page):
    page.click("#board")
    page.click("[data-enter='3']")
    # The middle of the grid lies between two columns. The clue may be in either column.
    assert "".join(map("".join, page.clues())) == "3"
    page.click("[aria-label='Clear the cell']")
    assert "".join(map("".join, page.clues())) == ""
    page.paste(SLITHER)
    page.script("const rows = document.getElementById('rows'); rows.value = 3; rows.dispatchEvent(new Event('change'))")
    assert page.clues() == CLUES[:3]
    page.find("#genre").send_keys("Sudoku")
    assert (page.data("genre"), len(page.clues())) == ("sudoku", 9)


def test_a_link_brings_the_puzzle_back_and_a_draft_is_kept(page):
    page.paste(SLITHER)
    page.click("#tool-share")
    link = page.attribute("#link", "value")
    assert "#puzzle=" in link
    assert page.attribute("#address", "value") == SLITHER
    page.forget()
    page.open("#" + link.partition("#")[2])
    assert page.clues() == CLUES
    page.edit("1...............", Keys.END, "1")
    page.open()
    assert page.clues()[0] == ["1", "", "", "1"]
    assert page.count(".fill.fault") == 1  # the draft breaks the rules


def test_playing_sudokus(page):
    page.play("12343412.1434321", Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.SHIFT + "2" + Keys.NULL, "1")
    page.click("#check")
    assert "twice" in page.text("#feedback")
    page.type(Keys.CONTROL + "z")
    assert page.text(".pencil") == "2"
    page.focus()
    page.type("2")
    assert "Solved" in page.text("#feedback")
    # Pencil marks are readable even in a large Sudoku.
    page.play("1" + "." * 255, Keys.ARROW_RIGHT, *(Keys.SHIFT + digit + Keys.NULL for digit in "245"))
    assert page.texts(".pencil") == ["2", "4", "5"]
    assert all(float(size) >= 14 for size in page.attributes(".pencil", "font-size"))


def test_playing_shades(page):
    page.play(CANAL, "x")
    page.click("#check")
    assert "number is shaded" in page.text("#feedback")
    assert "number is shaded" in page.spoken()
    assert page.attribute("#board", "aria-label").endswith("1 mark")
    # A shaded cell stays visible even if it has a fault.
    order = page.script("return [...document.querySelectorAll('#board .fill')].map((fill) => fill.className.baseVal)")
    assert order == ["fill mine", "fill fault", "fill mine"]
    page.click("#clear")
    page.focus()
    page.type(Keys.ARROW_RIGHT, "x", Keys.ARROW_DOWN, "x", Keys.ARROW_LEFT, "x")
    assert "Solved" in page.text("#feedback")


def test_no_view_is_wider_than_the_window_and_the_theme_is_kept(page):
    page.paste(SLITHER)
    for width in (320, 768):
        page.resize(width, 844)
        for view in ("edit", "play", "watch"):
            page.click(f"#tab-{view}")
            assert page.attribute("html", "scrollWidth") <= width, view

    def paper():
        return page.script("return getComputedStyle(document.body).backgroundColor")

    light = paper()
    page.emulate(scheme="dark")
    assert paper() != light
    page.click("#theme")
    assert paper() == light
    page.open()
    assert paper() == light


@pytest.mark.usefixtures("address")  # the fixture builds the modules
def test_a_shared_link_under_a_path_and_then_without_a_server(browser, written, tmp_path):
    shutil.copytree(written, tmp_path / "puzzles" / "page")
    with served(tmp_path) as address:
        page = Page(browser, f"{address}puzzles/page/")
        page.forget()
        page.open(EMPTY)
        page.paste(SLITHER)
        clues = page.clues()
        page.click("#tool-share")
        page.click("#link-solves")
        link = page.attribute("#link", "value")
        assert link.startswith(page.address + "#puzzle=")
        page.paste(OTHER)
        page.open(link.removeprefix(page.address))
        assert page.clues() == clues
        assert page.solved() == ("solved", "true")
        assert page.spoken().startswith("One solution")
        page.click("#tool-open")
        page.wait(lambda: page.count(".example") > 10)
        page.type(Keys.ESCAPE)
    # The server has ended. The page has been loaded, so it still works.
    assert page.solve(OTHER) == ("solved", "true")
    page.click("#tab-play")
    page.click("#hint")
    page.wait(lambda: page.is_shown("#feedback"))
    assert page.errors() == []


def test_on_a_phone(page):
    width = 320
    page.resize(width, 844)
    for tool in ("open", "make", "share"):
        page.click(f"#tool-{tool}")
        dialog = page.find("dialog[open]").rect
        assert 0 <= dialog["x"] <= width - dialog["width"]
        body = "dialog[open] .dialog-body"
        assert page.attribute(body, "scrollWidth") <= page.attribute(body, "clientWidth"), tool
        page.type(Keys.ESCAPE)
    page.paste(OTHER)
    over = page.script("""
        const { left, top, width, height } = document.querySelector(".toast").getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2).className;""")
    assert over != "toast"  # for some seconds, the note covers other elements, but clicks pass through it
    page.click("[data-enter='1']")
    page.click("#undo")
    page.click("#solve")
    assert page.solved() == ("solved", "true")
    page.click("#tab-play")
    page.click("#hint")
    page.wait(lambda: page.is_shown("#take"))
    page.click("#take")
    page.click("#check")
    page.wait(lambda: "Right so far" in page.text("#feedback"))
    assert page.attribute("html", "scrollWidth") <= width
