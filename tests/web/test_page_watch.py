"""The view *Watch* in a real browser; and recordings of searches, which agree with Python's results for the same
searches."""

import re

import pytest

import rowloom
from rowloom.host import formats
from rowloom.host.jobs.job import Job
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.sim.module import build_module, module_config
from support.browser_page import EXAMPLES, SLITHER, Keys
from support.module_board import ModuleBoard
from support.page import as_page

TRIALS, GUESSES, CHOICES = "slitherlink-10x10-normal", "sudoku-9x9-hard", "with guesses"
SHADE_TRIALS, CLUE_TRIALS = "smullyan-10x10-normal", "canal-10x10-normal"
ENGINES = {"deducer": "deducer", "parallel": "parallel", "scan": "scan:25x25", "dynasty": "dynasty", "canal": "canal"}


def example(name):
    return next(formats.read((EXAMPLES / f"{name}.txt").read_text(), name))


def searches():
    """Yield the searches to record, each as an engine, a name and a puzzle."""
    for engine, name in (
        ("deducer", TRIALS), ("deducer", "slitherlink-20x5"), ("parallel", GUESSES), ("dynasty", SHADE_TRIALS),
        ("canal", CLUE_TRIALS), ("canal", "canal-10x10-hard"),
    ):  # fmt: skip
        yield engine, name, example(name)
    yield "scan", CHOICES, example(GUESSES)
    for engine, name, text in (
        ("deducer", "a loop without solution", "3 3\n33.\n.3.\n..3"),
        ("deducer", "a loop with branches", "4 4\n" + "....\n" * 3 + "3..."),
        ("scan", "4x4", "12.........3...."),
        ("scan", "4x4 without solution", "123............4"),
        ("dynasty", "a dynasty without solution", "smullyan 4 5\n4 5 . . .\n. . . 3 .\n. . . . .\n. . . 5 ."),
        ("dynasty", "a dynasty with branches", "smullyan 6 6" + "\n? . . . . ." * 6),
        ("canal", "a canal without solution", "canal 3 3\n2 . .\n. . .\n. . 4"),
        ("canal", "clues that fail in adjacent clocks", "canal 2 3\n1 1 1\n1 1 1"),
        ("canal", "a canal with branches", "canal 4 7" + "\n? . . . . . ." * 4),
    ):
        yield engine, name, next(formats.read(text + "\n", name))


@pytest.mark.parametrize("engines", [
    ("deducer", "parallel", "scan", "canal"),
    pytest.param(("dynasty",), marks=pytest.mark.slow),  # no other test builds this board by default
])
def test_recordings(in_node, engines):
    modules = {name: build_module(module_config(ENGINES[name])) for name in engines}
    truth = []
    for engine, name, puzzle in (search for search in searches() if search[0] in engines):
        session = Session(ModuleBoard(modules[engine]), timeout=120.0, resend_interval=30.0)
        (outcome,) = solve(session, [Job(puzzle, counters=True)])
        truth.append({
            "engine": engine, "name": name, "module": str(modules[engine]), "puzzle": as_page(puzzle),
            "status": outcome.status, "solutions": outcome.solutions, "counters": dict(outcome.counters),
        })  # fmt: skip
    in_node("watch.test.js", {
        "searches": truth, "guesses": GUESSES, "choices": CHOICES,
        "trials": [one["name"] for one in truth if one["name"] in (TRIALS, SHADE_TRIALS, CLUE_TRIALS)],
    })  # fmt: skip


def watch(page, text, show="engine"):
    """Open a puzzle, and wait until its search is recorded. Return the message that the view shows."""
    page.paste(text)
    page.click("#tab-watch")
    page.wait(lambda: page.attribute("#watch", "data-state") not in (None, "loading", "recording"), 300)
    if page.attribute("#watch", "data-state") == "ready":
        page.click(f"#watch-as-{show}")
        page.focus("#watch-time")
    return page.text("#watch-state")


def watch_example(page, name, show="engine"):
    return watch(page, (EXAMPLES / f"{name}.txt").read_text(), show)


def position(page):
    return int(page.attribute(".player", "data-position"))


def words(page):
    return page.text("#watch-words")


WORDS = "document.querySelector('#watch-words').textContent"
KIND = "document.querySelector('.player').dataset.kind"
SOLVED = f"{WORDS}.startsWith('Solved')"
DRAWN = "[d]:not([d=''])"
"""The selector of paths that are not empty."""
FAULTS, MARKS = (
    f"document.querySelectorAll(\"#board {look}{DRAWN}\").length" for look in (".watch-fault", ".watch-marked")
)
LOOK = f"{{ kind: {KIND}, words: {WORDS}, faults: {FAULTS}, marks: {MARKS} }}"
"""A JavaScript expression for an object that describes what the page shows at a step."""


def some(selector):
    """Return a JavaScript expression that is true if an element of the grid matches the selector."""
    return f"document.querySelector(\"#board {selector}\")"


def next_step(page, until):
    page.press("ArrowRight", until)


def next_phase(page, until):
    """Go from phase to phase until a condition is true; return what is visible at each phase."""
    return page.press("ArrowRight", until, shift=True, note=LOOK)


def count(page, selector):
    """Return the number of elements of the grid that match a selector."""
    return page.count(f"#board {selector}")


def test_a_slitherlink_from_the_beginning_to_the_end(page):
    assert "80 clock cycles at 50 MHz" in watch(page, SLITHER)
    assert (position(page), count(page, ".watch-line"), count(page, ".watch-cell.inside")) == (0, 0, 0)
    assert count(page, f".watch-shapes path{DRAWN}") == 36
    page.click("#watch-last")
    assert words(page).startswith("Solved")
    page.click("#tab-edit")
    page.click("#solve")
    assert page.solved() == ("solved", "true")
    solution = page.data("solution")
    page.click("#tab-watch")
    page.wait(lambda: page.is_shown(".player"), 60)
    assert page.attribute(".player", "data-show") == "engine"  # the choice is kept
    assert not page.is_shown("#board .layer-lines")  # the solution from the view Edit is hidden
    page.click("#watch-last")
    assert count(page, ".watch-cell.inside") == solution.count("1")
    assert count(page, f".watch-shapes path{DRAWN}") == 0
    page.click("#tab-edit")
    assert count(page, "[class^=watch]") == 0
    assert page.is_shown("#board .layer-lines")
    assert not page.is_shown(".player")


def test_a_slink_is_watched_as_the_slitherlink_that_it_is_and_another_puzzle_at_once(page):
    assert "deducer" in watch_example(page, "slink-10x10-hard")
    page.click("#watch-last")
    assert words(page).startswith("Solved")
    assert count(page, ".watch-cell.inside") == 60
    page.paste("2 2\n3.\n..\n")
    page.wait(lambda: page.attribute("#watch", "data-state") == "ready", 60)
    page.wait(lambda: count(page, ".watch-cell") == 4)
    watch(page, "12.........3....")
    assert count(page, ".watch-candidate:not(.gone)") == 13 * 4  # a small grid shows candidates as digits, not dots
    page.click("#watch-last")
    assert count(page, ".watch-digit.found") == 13


def test_steps_and_phases_by_keyboard(page):
    watch_example(page, TRIALS)
    page.type(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert position(page) == 2
    assert page.attribute("#watch-time", "aria-valuenow") == "2"
    page.type(Keys.SHIFT + Keys.ARROW_RIGHT + Keys.NULL)
    at = position(page)
    page.type(Keys.ARROW_LEFT)
    assert page.attribute(".player", "data-kind") == "sweep"
    page.type(Keys.SHIFT + Keys.ARROW_LEFT + Keys.NULL, Keys.SHIFT + Keys.ARROW_RIGHT + Keys.NULL)
    assert position(page) == at
    page.type(Keys.END)
    assert words(page).startswith("Solved")
    page.type(Keys.HOME)
    assert position(page) == 0


def choose_speed(page, value):
    page.script(f"const speed = document.getElementById('watch-speed'); speed.value = {value};"
                "speed.dispatchEvent(new Event('input'))")


def test_it_plays_in_both_directions(page):
    watch(page, SLITHER)
    choose_speed(page, 60)
    assert "steps a second" in page.text(".speed-value")
    page.type(" ")
    page.wait(lambda: words(page).startswith("Solved"))
    page.wait(lambda: page.attribute("#watch-play", "aria-label") == "Play")
    page.click("#watch-back")
    page.wait(lambda: position(page) == 0)
    choose_speed(page, 20)  # slow enough to be paused before the end
    page.click("#watch-play")
    page.wait(lambda: position(page) > 3)
    page.click("#watch-play")
    at = position(page)
    assert page.attribute(".player-controls", "data-playing") == "false"
    page.click("#watch-step")
    assert position(page) == at + 1


def test_trials_and_the_time_line(page):
    """A trial is drawn over the known values, and the time line reacts to clicks and drags."""
    from selenium.webdriver import ActionChains

    watch_example(page, TRIALS)
    next_phase(page, some(".watch-line.trial"))
    assert page.attribute(".player", "data-depth") == "1"
    assert page.attribute("#board .watch-marked", "d")
    assert count(page, ".watch-line:not(.trial)") > 0
    strip = page.find(".time-strip.all")
    end, width = int(page.attribute("#watch-time", "aria-valuemax")), strip.size["width"]
    for drag, share in ((lambda chain: chain.click(), 1 / 2),
                        (lambda chain: chain.click_and_hold().move_by_offset(-width // 4, 5).release(), 1 / 4)):
        drag(ActionChains(page.browser).move_to_element(strip)).perform()
        clock = int(page.attribute("#watch-time", "aria-valuenow"))
        assert abs(clock - end * share) < end / 20


def test_a_sudoku_with_guesses(page):
    assert "parallel" in watch_example(page, GUESSES)
    next_step(page, some(".watch-square.wrong"))
    assert count(page, ".watch-square.guessed") > 0
    assert count(page, ".watch-digit.trial") > 0
    page.type(Keys.END)
    assert (count(page, ".watch-digit.trial"), count(page, ".watch-digit.found")) == (0, 57)


def test_a_large_sudoku_with_guesses(page):
    """Candidates are dots, the current house has a frame, and digits disappear if they depend on a wrong guess."""
    assert "scan" in watch_example(page, "sudoku-16x16-hard")
    assert position(page) == 0
    unknown = 256 - count(page, ".clue.given")
    assert count(page, f".watch-dot{DRAWN}") == unknown
    next_step(page, some(f".watch-dot.crossed{DRAWN}"))
    assert "crossed out" in words(page)
    next_phase(page, f"{KIND} === 'visit'")
    next_step(page, some(".watch-band.sweep"))
    assert "A visit of" in words(page)
    page.type(Keys.END)
    assert words(page).startswith("Solved")
    assert (count(page, ".watch-digit.trial"), count(page, ".watch-digit.found")) == (0, unknown)
    page.press("ArrowLeft", f"{KIND} === 'back'", shift=True)
    assert count(page, ".watch-square.guessed") > 0
    filled = count(page, ".watch-digit.trial")
    page.type(Keys.SHIFT + Keys.ARROW_RIGHT + Keys.NULL)
    assert count(page, ".watch-digit.trial") < filled


@pytest.mark.parametrize(("engine", "name"), [
    pytest.param("dynasty", SHADE_TRIALS, marks=pytest.mark.slow),  # no other test builds this board by default
    ("canal", CLUE_TRIALS),
])
def test_shades_from_the_beginning_to_the_end(page, engine, name):
    """The grid shows trials, floods, contradictions, the shades that a clue rules out and, at the end, the solution."""
    (solution,) = rowloom.solve(example(name), engine="sat").solutions
    assert engine in watch_example(page, name)
    assert count(page, ".watch-cell:is(.shaded, .unshaded)") == 0
    assert page.attribute("#board .watch-may.unshaded", "d").count("M") == 100
    if engine == "canal":
        next_step(page, rf"/rules out \d/.test({WORDS})")
        assert page.attribute(".player", "data-kind") == "clue"
        assert count(page, f".watch-may.struck{DRAWN}") > 0
        assert (count(page, f".watch-clue.third{DRAWN}"), count(page, f"path.watch-band{DRAWN}")) == (1, 1)
        next_step(page, f"{WORDS}.includes('crossed out')")
        assert count(page, f".watch-may.crossed{DRAWN}") > 0
    seen = {}
    for look in next_phase(page, SOLVED):
        seen.setdefault(look["kind"], look["words"])
        assert look["kind"] != "back" or look["faults"] == 1
        assert look["kind"] != "assume" or look["marks"] == 1
    assert {"assume", "sweep", "flood", "back", "look", "cpu"} <= seen.keys()
    assert seen["assume"].startswith("A trial: row")
    assert seen["back"] == "Contradiction: the assumption is wrong."
    assert count(page, ".watch-cell.shaded") == "".join(solution).count("1")
    assert count(page, ".watch-cell.unshaded") == "".join(solution).count("0")
    page.click("#tab-edit")
    assert count(page, "[class^=watch]") == 0


def test_puzzles_that_cannot_be_watched(page):
    for text, words in (
        ("canal 37 2\n" + "1 .\n" * 37, "A Canal View of this size cannot be watched"),
        ("65 2\n" + "1 1\n" * 65, "A Slink of this size cannot be watched"),
        (" ".join(["1", *["0"] * 35]) + ("\n" + " ".join(["0"] * 36)) * 35, "of this size cannot be watched"),
    ):
        assert words in watch(page, text)
        assert not page.is_shown(".player")
    page.edit("1...............", Keys.END, "1")
    page.click("#tab-watch")
    assert "twice" in page.text("#watch-state")


def test_a_turned_puzzle_is_drawn_upright(page):
    inside = {(0, col) for col in range(40)} | {(1, col) for col in range(3)}

    def clue(row, col):
        around = (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)
        return str(sum(((row, col) in inside) != (cell in inside) for cell in around))

    rows = ["".join(clue(row, col) for col in range(40)) for row in range(2)]
    assert "turned" in watch(page, "\n".join(["2 40", *rows, ""]))
    page.click("#watch-last")
    places = page.script("""
        const grid = document.querySelector("#board svg");
        const box = grid.getBoundingClientRect(), side = box.width / (40 * 40 + 2 * 14) * 40;
        return [...grid.querySelectorAll(".watch-cell.inside")].map((cell) => {
            const { left, top } = cell.getBoundingClientRect();
            return [top - box.top, left - box.left].map((place) => Math.round(place / side - 14 / 40));
        });""")
    assert {tuple(place) for place in places} == inside
    page.click("#watch-as-guide")
    page.wait(lambda: page.type(Keys.END) or words(page).startswith("Solved."))
    corners = re.findall(r"M(\d+) (\d+)", page.attribute("#board .watch-cell.inside", "d"))
    assert {(int(y) // 40, int(x) // 40) for x, y in corners} == inside


SEEN_SIDE_BY_SIDE = """
    const [grid, sheet, player] = ["#board svg", ".sheet", ".player"]
        .map((selector) => document.querySelector(selector).getBoundingClientRect());
    const apart = player.top >= sheet.bottom || player.left >= sheet.right;
    const isWhole = grid.left >= sheet.left && grid.top >= sheet.top && grid.right <= sheet.right
        && grid.bottom <= sheet.bottom;
    return apart && player.bottom <= innerHeight && sheet.right <= innerWidth && player.right <= innerWidth
        && Math.min(sheet.width, sheet.height, Math.max(grid.width, grid.height)) >= 150 && sheet.top >= 0 && isWhole;
"""


def test_the_player_never_covers_the_grid(page):
    """The whole grid and the player are visible together in each show, even if the window is short or the grid is
    large."""
    for rows, cols, sizes in (
        (5, 5, [(640, 400), (320, 568)]), (36, 20, [(1280, 800), (568, 320), (390, 844)]),
        (64, 36, [(1280, 800), (390, 844)]),
    ):
        watch(page, f"{rows} {cols}\n" + ("0" * cols + "\n") * rows)  # the search ends soon
        for size in sizes:
            page.resize(*size)
            for show in ("engine", "guide", "machine"):
                page.click(f"#watch-as-{show}")
                page.script("scrollTo(0, 0)")  # the click may have scrolled the page
                assert page.script(SEEN_SIDE_BY_SIDE), (size, show)
                assert page.attribute("html", "scrollWidth") <= size[0], (size, show)
        page.resize(1280, 800)


MARKED_PLACE = """
    const sheet = document.querySelector(".sheet").getBoundingClientRect();
    const looks = "#board :is(.guide-fresh, .guide-fresh-line, .guide-shade, .guide-from)";
    const signs = [...document.querySelectorAll(looks)]
        .map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width + height > 0);
    return signs.length > 0 && signs.some(({ left, top, right, bottom }) =>
        left >= sheet.left && top >= sheet.top && right <= sheet.right && bottom <= sheet.bottom);
"""


BAND_SEEN = """(() => {
    const [band, sheet] = ["#board .watch-band", ".sheet"]
        .map((selector) => document.querySelector(selector)?.getBoundingClientRect());
    return !band?.height || band.top >= sheet.top && band.bottom <= sheet.bottom;
})()"""


@pytest.mark.parametrize(("name", "size"), [("slitherlink-20x36", (390, 844)), ("slitherlink-64x36", (1280, 800))])
def test_a_large_grid_is_enlarged_and_follows_the_guide_or_the_engine(page, name, size):
    """The first and the last sentence, which are about the whole grid, show the whole grid."""
    page.resize(*size)
    watch_example(page, name, "guide")
    assert page.script(SEEN_SIDE_BY_SIDE)
    page.wait(lambda: page.type(Keys.ARROW_RIGHT) or page.attribute("#watch-zoom", "aria-pressed") == "true", 60)
    wide = page.attribute("#board svg", "clientWidth")
    assert wide > 1.3 * page.attribute(".sheet", "clientWidth")
    assert page.script(MARKED_PLACE)
    page.wait(lambda: page.type(Keys.END) or words(page).startswith("Solved."), 60)
    assert page.script(SEEN_SIDE_BY_SIDE)
    for _ in range(10):
        page.click("#watch-step-back")
        page.wait(lambda: page.script(MARKED_PLACE) or not page.attribute(".guide-fresh-line", "d"))
    page.click("#watch-zoom")
    assert page.attribute("#board svg", "clientWidth") < wide / 2
    page.click("#watch-as-engine")  # the choice is kept
    page.click("#watch-as-guide")
    assert page.attribute("#watch-zoom", "aria-pressed") == "false"
    if name == "slitherlink-64x36":
        page.click("#watch-as-engine")
        assert page.script(SEEN_SIDE_BY_SIDE)
        page.click("#watch-zoom")
        assert not page.script(SEEN_SIDE_BY_SIDE)
        page.focus("#watch-time")
        page.type(Keys.HOME)
        assert all(page.press("ArrowRight", "document.querySelector('.sheet').scrollTop > 1000", note=BAND_SEEN))


def test_the_guide_starts_by_itself_and_names_clues(page):
    page.paste(SLITHER)
    page.click("#tab-watch")
    page.wait(lambda: page.attribute("#watch", "data-state") == "ready", 60)
    assert words(page).startswith("Draw one loop")
    page.wait(lambda: position(page) > 0, 20)
    assert page.attribute("#watch-words", "aria-live") == "polite"
    page.focus("#watch-time")
    page.type(" ")
    assert page.attribute(".player-controls", "data-playing") == "false"
    next_step(page, rf"/^The \d in row \d, column \d /.test({WORDS})")
    assert count(page, f".guide-from{DRAWN}") == 1
    assert page.attribute("#board .guide-fresh-line", "d")
    at = position(page)
    page.type(Keys.ARROW_LEFT)
    assert position(page) == at - 1
    page.type(Keys.END)
    assert words(page) == "Solved. The lines form one loop, and every number is right."
    (solution,) = rowloom.solve(rowloom.read(SLITHER)[0], engine="sat").solutions
    inside = {(row, col) for row, line in enumerate(solution) for col, cell in enumerate(line) if cell == "1"}
    lines = sum((row + down, col + right) not in inside
                for row, col in inside for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)))
    assert page.attribute("#board .watch-line", "d").count("M") == lines
    # A change from the guide to the engine keeps the clock.
    page.type(Keys.HOME, *[Keys.ARROW_RIGHT] * 4)
    clock = page.attribute("#watch-time", "aria-valuenow")
    page.click("#watch-as-engine")
    assert page.attribute("#watch-time", "aria-valuenow") == clock
    assert page.text(".player-clock") == f"Clock {clock}"


def test_the_guide_does_not_start_by_itself_with_reduced_motion(page):
    page.browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    watch(page, SLITHER, "guide")
    assert (page.attribute(".player-controls", "data-playing"), position(page)) == ("false", 0)


def test_the_machine(page):
    """For each clock, the view shows the active blocks, the line of C, a waveform and the registers."""
    def values():
        rows = page.script("""return [...document.querySelectorAll(".machine-table tr")].map((row) =>
            [row.querySelector("label").textContent, row.querySelector("td").textContent])""")
        return dict(rows) | {"line": page.text(".machine-at"), "clock": page.text(".player-clock")}

    def active():
        return page.attributes(".machine-block.is-active .machine-title", "textContent")

    watch(page, SLITHER, "machine")
    page.wait(lambda: page.text(".machine-line"))
    page.type(*[Keys.ARROW_RIGHT] * 20)
    here = values()
    assert (here["clock"], here["search"], here["cpu.valid"] in "01") == ("Clock 20", "RUN", True)
    assert "Engine" in active()
    assert re.match(r"[\w/]+\.[chS]:\d+\n.", here["line"])
    page.type(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert values() == here
    # At the beginning, the CPU reads over the bus; at the end, it sends the solution over the serial line.
    next_step(page, "document.querySelectorAll('.machine-block.is-active').length > 2")
    assert {"CPU", "Bus"} <= set(active())
    next_step(page, "document.querySelector('.machine-table').textContent.includes('BUSY')")
    assert "UART" in active()
    assert values()["search"] == "IDLE"
    names = page.count(".machine-name")
    page.click("[id='signal-uart.to_send']")
    assert page.count(".machine-name") == names + 1
    assert page.count(".machine-table input:disabled") == page.count(".machine-table input") - 8
    page.click("#watch-as-engine")
    assert page.count("[class^=machine]") == 0


SEEN = """
    return [...document.querySelectorAll(arguments[0])].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return isInside && one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    }).length;
"""
"""A script that returns how many of the elements are visible in the window."""

ROOM = """
    return Math.min(...[...document.querySelectorAll(".machine-block")].flatMap((block) => {
        const text = document.createRange(), edge = block.getBoundingClientRect();
        text.selectNodeContents(block);
        return [...text.getClientRects()].flatMap(({ left, right, top, bottom }) =>
            [left - edge.left, edge.right - right, top - edge.top, edge.bottom - bottom]);
    }));
"""
"""A script that returns the smallest distance of a text in a block from the border of the block, in pixels."""


def test_the_machine_beside_the_player(page):
    """The grid, the blocks, the line of C and the player's buttons are visible together; in a wide window, most
    registers, too."""
    watch(page, SLITHER, "machine")
    page.wait(lambda: page.text(".machine-line"))
    for width, height, registers in (
        (1280, 800, 23), (390, 844, 0), (390, 667, 0), (375, 667, 0), (360, 640, 0), (844, 390, 0),
    ):  # fmt: skip
        page.resize(width, height)
        page.script("scrollTo(0, 0)")
        assert "search: ANOTHER STATE" in page.texts(".machine-block.engine span")
        assert page.script(ROOM) > 3
        assert page.script(SEEN, ".machine-block") == 5
        for part in ("#board svg", ".machine-line", "#watch-play", "#watch-step"):
            assert page.script(SEEN, part) == 1, (part, width, height)
        assert page.script(SEEN, ".machine-table tr") >= registers


@pytest.mark.parametrize(("name", "sign", "end"), [
    (GUESSES, ".watch-digit.found", "Every row, column and box has each digit once."),
    (CLUE_TRIALS, ".watch-cell.shaded[d]", "All rules are obeyed."),
])
def test_the_guide_through_other_genres(page, name, sign, end):
    watch_example(page, name, "guide")
    page.wait(lambda: page.type(Keys.END) or words(page).startswith("Solved."))  # until the whole guide has arrived
    assert words(page) == f"Solved. {end}"
    assert count(page, sign) > 0
    page.type(Keys.HOME)
    next_step(page, some(":is(.guide-fresh, .guide-shade)[d^=M]") + rf" && /row \d/.test({WORDS})")
    assert count(page, ".guide-from") == 1
    page.click("#tab-edit")
    assert count(page, "[class^=watch], [class^=guide]") == 0


def test_keys_of_the_player_after_clicks_elsewhere(page):
    watch(page, SLITHER)
    page.click("#watch-as-engine")
    page.type(Keys.ARROW_RIGHT)
    assert (position(page), page.text("[aria-selected=true]")) == (1, "Watch")
    page.click("#board")
    page.type(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert position(page) == 3
    assert page.script("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.click("#watch-heading")
    page.type(Keys.END)
    assert words(page).startswith("Solved")
    # If a tab has the focus, arrow keys change the view.
    page.focus("#tab-watch")
    page.type(Keys.ARROW_LEFT)
    assert page.text("[aria-selected=true]") == "Play"
