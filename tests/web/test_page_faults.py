"""The page copes with faults outside of it: files that do not load, workers that the browser terminates, and storage
that the browser refuses."""

import pytest

from support.browser_page import EMPTY, LONG, SLITHER, SUDOKU, Keys, Page
from support.faulty_site import CUT, faulty_site

HTML = b"<!doctype html><title>Not found</title>"

WORKERS = """
window.workers = [];
window.Worker = class extends Worker {
    constructor(...all) {
        super(...all);
        window.workers.push(this);
        this.addEventListener("message", ({ data }) => (this.runs ||= data.ready || data.clock));
    }
};
"""
"""A script that lets a test terminate the page's workers. The page gets no event, as when a browser terminates workers
because memory is short."""

KILL = "window.workers.splice(0).forEach((worker) => worker.terminate())"
RUNS = "return window.workers.some(({ runs }) => runs)"
WITHOUT_LOCKS = "delete Navigator.prototype.locks;"
"""A script that removes Web Locks. Browsers do not offer them to pages from http:// on another computer."""


@pytest.fixture(scope="module")
def site(address, written):
    """Serve the site from a second server. Yield its address, and a dictionary in which tests set faults of files."""
    with faulty_site(written) as both:
        yield both


@pytest.fixture
def faults(site):
    _, faults = site
    faults.clear()
    return faults


@pytest.fixture
def page(browser, site, faults):
    """Open the page, which may have errors."""
    page = Page(browser, site[0])
    page.forget()
    page.open(EMPTY)
    return page


def each(cases, faults):
    """Yield cases; the first two fields of a case are a file and its fault. The file has this fault until the next case
    begins or the cases end."""
    for name, fault, *more in cases:
        faults.clear()
        faults[name] = fault
        yield name, fault, *more
    faults.clear()


def begin(page, text=LONG):
    """Begin a search that takes a long time."""
    page.paste(text)
    page.click("#solve")
    page.wait(lambda: "node" in page.text("#progress"), 60)


STARTS = [
    ("board/deducer.wasm", 404, "404"),
    ("board/deducer.wasm", CUT, "cannot be loaded"),
    ("board/deducer.wasm", HTML, "damaged"),
    ("board/deducer.wasm", b"", "damaged"),
    ("board/worker.js", 404, "did not load"),
    ("board/worker.js", b"import nothing at all", "stopped"),
]


def test_a_board_that_does_not_start_shows_one_error_and_starts_later(page, faults):
    for name, fault, message in each(STARTS, faults):
        assert page.solve(SLITHER) == ("error", ""), (name, fault)
        verdict = page.text("#verdict")
        assert message in verdict
        assert "WebAssembly" not in verdict
        assert page.text("#board-message") not in verdict
        assert "next search" in page.text("#board-message")
        page.type(Keys.CONTROL + "z")
    assert page.solve(SLITHER) == ("solved", "true")


def test_a_module_may_have_any_type(page, faults):
    faults["board/deducer.wasm"] = "text/plain"
    assert page.solve(SLITHER)[0] == "solved"


EXAMPLES = [
    ("examples.json", 404, "404"), ("examples.json", CUT, "try again when"), ("examples.json", HTML, "damaged"),
]


def test_examples_are_asked_for_again(page, faults):
    for _, _, message in each(EXAMPLES, faults):
        page.click("#tool-open")
        # Until the download has failed, the dialog shows the message of the previous fault.
        page.wait(lambda message=message: message in page.text("#no-examples"))
        assert "examples.json" in page.text("#no-examples")
        page.script("document.querySelector('dialog[open]').close()")
    page.click("#tool-open")
    page.wait(lambda: page.count(".example"))
    assert not page.count("#no-examples")


LOADS = [
    ("main.js", 404), ("main.js", "text/plain"), ("main.js", b"const = 1;"), ("main.js", b"undefined.name"),
]


def test_a_page_that_does_not_load_shows_an_error(page, faults):
    for _ in each(LOADS, faults):
        page.browser.get("about:blank")
        page.browser.get(page.address)
        page.wait(lambda: page.is_shown("#broken"))
    page.open(EMPTY)
    assert not page.is_shown("#broken")


WATCHES = [
    ("watch/watch.js", 404, "did not load"), ("watch/watch.css", 404, "did not load"),
    ("board/deducer.json", 404, "404"), ("board/deducer.json", HTML, "damaged"),
    ("board/deducer.json", b'{"watched": []}', "another build"), ("watch/worker.js", 404, "did not load"),
]


def test_watching_shows_errors_and_can_be_tried_again(page, faults):
    page.paste(SLITHER)
    for _, _, message in each(WATCHES, faults):
        page.click("#tab-watch")
        page.wait(lambda: page.attribute("#watch", "data-state") == "failed")
        assert message in page.text("#watch")
        page.click("#tab-edit")
    page.click("#tab-watch")
    page.wait(lambda: page.attribute("#watch", "data-state") == "ready", 60)


def test_the_end_of_a_worker_ends_its_job(page, scripted):
    scripted(WORKERS)
    page.open(EMPTY)
    begin(page)
    page.script(KILL)
    assert page.solved() == ("error", "")
    assert "stopped" in page.text("#verdict")
    assert page.solve(SLITHER) == ("solved", "true")
    page.script(KILL)  # while the board is idle
    page.wait(lambda: "not running" in page.text("#board-message"))

    page.paste(LONG)
    page.click("#tab-play")
    page.click("#hint")
    page.wait(lambda: page.script(RUNS))
    page.script(KILL)
    page.wait(lambda: "stopped" in page.text("#feedback"))

    page.make(size="20,15", ease="0")
    page.wait(lambda: page.script(RUNS))
    page.script(KILL)
    page.wait(lambda: "stopped" in page.text(".toast"))

    page.click("#tab-watch")
    page.wait(lambda: page.script(RUNS))
    page.script(KILL)
    page.wait(lambda: page.attribute("#watch", "data-state") == "failed")


def test_a_worker_that_ends_without_an_event_is_replaced_after_cancel(page, scripted):
    scripted(WORKERS + WITHOUT_LOCKS)
    page.open(EMPTY)
    begin(page)
    page.script(KILL)
    page.click("#cancel")
    assert page.data("state") == "idle"
    assert page.spoken() == "Cancelled."
    assert page.solve(SLITHER) == ("solved", "true")


def test_a_puzzle_does_not_wait_for_the_board_of_another_genre(page, scripted):
    """A server may need minutes to build a board. Meanwhile, the page solves puzzles of other genres."""
    silent = "super(...all); if (!window.workers.length) this.postMessage = () => {};"
    scripted(WORKERS.replace("super(...all);", silent))
    page.open(EMPTY)
    page.paste(SLITHER)
    page.click("#solve")
    page.wait(lambda: "build it" in page.text("#board-message"))
    assert page.data("state") == "building"
    assert page.solve(SUDOKU) == ("solved", "true")


@pytest.mark.parametrize("source", [
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });",
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    "History.prototype.replaceState = () => { throw new DOMException('too often', 'SecurityError'); };",
])
def test_a_browser_that_stores_nothing(page, scripted, source):
    scripted(source)
    page.open("#puzzle=" + SLITHER)
    page.keys("play", "w")
    page.paste(SUDOKU)
    page.type(Keys.CONTROL + "z")
    assert page.attribute(".line.mine", "d")
    assert [error for error in page.errors() if "favicon" not in error] == []


def test_a_browser_without_web_serial(page, scripted):
    scripted("delete Navigator.prototype.serial;")
    page.open(EMPTY)
    assert not page.is_enabled("#connect")
    assert "Web Serial" in page.text("#no-serial")
    assert "Firefox 151" in page.text("#no-serial")


def test_the_page_sends_nothing_to_other_servers(page):
    assert page.browser.execute_async_script("""
        const done = arguments[0];
        const blocked = new Promise((resolve) => addEventListener("securitypolicyviolation", resolve));
        fetch("https://example.org/").then(() => done("sent"), async () => done((await blocked).effectiveDirective));
    """) == "connect-src"
