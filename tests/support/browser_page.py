"""The web page in a browser, for tests."""

import shutil
import threading
from base64 import b64encode
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from rowloom.web.serve import SiteServer

__all__ = [
    "EMPTY", "EVERYWHERE", "EXAMPLES", "LONG", "PHONE", "SLITHER", "SUDOKU", "Keys", "Page", "chromium", "served",
]  # fmt: skip

EXAMPLES = Path(__file__).parents[2] / "examples"
SLITHER = "https://puzz.link/p?slither/5/5/g1bh28286122682d"
SUDOKU = "12343412.1434321"
EMPTY = "#puzzle=?slither/10/10/zzzzz"
"""The fragment of the address that opens an empty grid."""
LONG = "30 30\n" + ("." * 30 + "\n") * 29 + "3" + "." * 29 + "\n"
"""A puzzle that takes a long time to solve."""
PHONE = 390, 844
"""The size of a phone's window."""
EVERYWHERE = pytest.mark.parametrize("page", ["desktop", "phone"], indirect=True)
"""A mark for tests that run on a desktop computer and on a phone."""


def chromium():
    """Start a headless browser with a window of 1280x800 pixels. Return the browser, which the caller must quit, or
    None if the browser or its driver is missing.
    """
    browser, driver = (shutil.which(name) for name in ("chromium", "chromedriver"))
    if not (browser and driver):
        return None
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in ("--headless=new", "--no-sandbox", "--window-size=1280,800"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(driver))


@contextmanager
def served(folder, make=lambda path: None):
    """Serve a folder and yield its address; see :class:`SiteServer` for ``make``."""
    with SiteServer(folder, make=make) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.url
        server.shutdown()


class Page:
    """The page in a browser that selenium controls. The page's address must end with a slash."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address

    def open(self, fragment=""):
        """Load the page with this fragment in its address."""
        # If only the fragment changes, the browser does not load the page again.
        self.browser.get("about:blank")
        self.browser.get(self.address + fragment)
        self.wait(lambda: self.count(".layer-frame path"))

    def reload(self):
        """Reload the page."""
        self.browser.refresh()
        self.wait(lambda: self.count(".layer-frame path"))

    def forget(self):
        """Leave the page; reset its storage and the settings that tests have changed."""
        # The page stores its work when the browser leaves it. Only a document of the same origin is sure to clear the
        # storage after that.
        self.browser.get(self.address + "icon.svg")
        self.script("localStorage.clear()")
        self.resize(1280, 800)
        self.emulate(scheme="light")
        self.browser.get_log("browser")

    def resize(self, width, height):
        """Change the size of the window in pixels. A narrow window is a phone, which has a touch screen."""
        self.is_phone = width < 600
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": self.is_phone})
        self.browser.execute_cdp_cmd(
            "Emulation.setTouchEmulationEnabled", {"enabled": self.is_phone, "maxTouchPoints": 5})

    def emulate(self, scheme):
        """Set the theme of the system: light or dark."""
        self.browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def script(self, text, *arguments):
        """Run JavaScript in the page; return the result."""
        return self.browser.execute_script(text, *arguments)

    def find(self, selector):
        """Return the first element that matches a CSS selector; the object is invalid once the page replaces the
        element."""
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector):
        """Click an element as soon as it exists."""
        self.wait(lambda: self.find(selector).click() or True)

    def focus(self, selector="#board"):
        """Focus an element; by default, the grid."""
        self.script("document.querySelector(arguments[0]).focus()", selector)

    def play(self, text, *keys):
        """Open a puzzle, and press keys on the grid in the view *Play*."""
        self.paste(text)
        self.keys("play", *keys)

    def edit(self, text, *keys):
        """Open a puzzle, and press keys on the grid in the view *Edit*."""
        self.paste(text)
        self.keys("edit", *keys)

    def keys(self, view, *keys):
        """Change to a view, and press keys on the grid."""
        self.click(f"#tab-{view}")
        self.focus()
        self.type(*keys)

    def type(self, *keys):
        """Press keys, which go to the element that has the focus."""
        for key in keys:
            self.browser.switch_to.active_element.send_keys(key)

    def press(self, key, until, shift=False, note="null"):
        """Press a key until the JavaScript expression ``until`` is true. After each press, evaluate the expression
        ``note``. Return the values of ``note``.

        The loop runs in the page, because a press through the browser's driver would take a twentieth of a second.
        """
        return self.script(f"""
            const notes = [];
            for (let presses = 0; !({until}); presses++) {{
                if (presses === 10000) {{
                    throw new Error("this never became true: " + arguments[2]);
                }}
                const init = {{ key: arguments[0], shiftKey: arguments[1], bubbles: true, cancelable: true }};
                document.activeElement.dispatchEvent(new KeyboardEvent("keydown", init));
                notes.push({note});
            }}
            return notes;""", key, shift, until)

    def paste(self, text):
        """Paste text into the page."""
        self.script(
            "const data = new DataTransfer(); data.setData('text/plain', arguments[0]);"
            "document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}))", text)

    def drop(self, content, size=0):
        """Drop a file on the page. The file has these bytes, padded with zeros to ``size`` bytes."""
        self.script(
            "const data = new DataTransfer();"
            "const bytes = Uint8Array.from(atob(arguments[0]), (byte) => byte.charCodeAt(0));"
            "const zeros = new Uint8Array(Math.max(arguments[1] - bytes.length, 0));"
            "data.items.add(new File([bytes, zeros], 'puzzle.txt'));"
            "document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}))",
            b64encode(content).decode(), size)

    def wait(self, happens, seconds=20):
        """Wait until a function returns a true value, and return this value."""
        replaced = NoSuchElementException, StaleElementReferenceException
        return WebDriverWait(self.browser, seconds, 0.05, replaced).until(lambda _: happens())

    def make(self, today=False, **choices):
        """Choose the genre, size ("rows,columns") or ease of a new puzzle in the dialog, and let the page make it. If
        ``today`` is set, let the page make today's puzzle of the genre."""
        self.click("#tool-make")
        for name, value in choices.items():
            self.script("const field = document.getElementById(`make-${arguments[0]}`); field.value = arguments[1];"
                        "field.dispatchEvent(new Event('change'))", name, value)
        self.click("#today" if today else "#make")

    def solve(self, text):
        """Open a puzzle and solve it; return the result of :meth:`solved`."""
        self.paste(text)
        self.click("#solve")
        return self.solved()

    def solved(self):
        """Wait until a search ends; return the page's data attributes ``state`` and ``unique``."""
        self.wait(lambda: self.data("state") not in ("idle", "building", "solving"), 60)
        return self.data("state"), self.data("unique")

    # Each of the methods below finds and reads elements in one script, so that the page cannot replace an element in
    # between.

    def texts(self, selector):
        """Return the texts of all visible elements that match a CSS selector."""
        # Elements that are not displayed have no rectangles, and neither do the elements inside them.
        return self.script("""
            const visible = [...document.querySelectorAll(arguments[0])].filter((one) => one.getClientRects().length);
            return visible.map((one) => (one.innerText ?? one.textContent).trim());""", selector)

    def text(self, selector):
        """Return the text of the first visible element that matches a CSS selector, or "" if there is no such
        element."""
        return next(iter(self.texts(selector)), "")

    def attributes(self, selector, name):
        """For each element that matches a CSS selector, return the value of a property or an attribute."""
        return self.script("""
            const [selector, name] = arguments;
            return [...document.querySelectorAll(selector)].map((one) => one[name] ?? one.getAttribute(name));""",
            selector, name)

    def attribute(self, selector, name):
        """Return a property or an attribute of the first element that matches a CSS selector, or None if there is
        no such element."""
        return next(iter(self.attributes(selector, name)), None)

    def is_shown(self, selector):
        """Return whether an element is visible."""
        return self.script("return document.querySelector(arguments[0])?.getClientRects().length > 0", selector)

    def is_enabled(self, selector):
        """Return whether a control can be used."""
        return self.script("return !document.querySelector(arguments[0]).disabled", selector)

    def count(self, selector):
        """Return the number of elements that match a CSS selector."""
        return self.script("return document.querySelectorAll(arguments[0]).length", selector)

    def data(self, name):
        """Return one of the page's data attributes, which are meant for programs."""
        return self.attribute("body", f"data-{name}")

    def place(self):
        """Return the latest message about a cell for screen readers."""
        return self.attribute("#place", "textContent")

    def spoken(self):
        """Return the latest message for screen readers, leaving out the messages about cells."""
        return self.attribute("#status", "textContent")

    def clues(self):
        """Return the visible clues row by row, with "" for each empty cell."""
        return self.script("""
            const svg = document.querySelector("#board svg"), style = svg.style;
            const rows = Number(style.getPropertyValue("--rows")), cols = Number(style.getPropertyValue("--cols"));
            const clues = Array.from({length: rows}, () => Array(cols).fill(""));
            const place = (text, side) => Math.floor(text.getAttribute(side) / 40);
            for (const text of svg.querySelectorAll(".given")) {
                clues[place(text, "y")][place(text, "x")] = text.textContent;
            }
            return clues;""")

    def errors(self):
        """Return the errors that the browser's console has shown since the last call."""
        return [entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]
