"""Firefox, controlled by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): Debian has Firefox, but no geckodriver
for selenium."""

import json
import shutil
import subprocess
import time
from itertools import count

import websocket

from support.waiting import until

__all__ = ["Firefox"]

_PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A headless Firefox with one window; a context manager that ends the browser on exit.

    Parameters
    ----------
    profile : Path
        An empty folder.

    Attributes
    ----------
    errors : list of str
        The errors that the page's console has shown.
    """

    def __init__(self, profile):
        self._process = subprocess.Popen(
            [_PROGRAM, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        address = profile / "WebDriverBiDiServer.json"
        until(lambda: address.exists() and address.read_text())
        port = json.loads(address.read_text())["ws_port"]
        self._socket = websocket.create_connection(f"ws://127.0.0.1:{port}/session", suppress_origin=True, timeout=60)
        self._numbers = count()
        self.errors = []
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        self._window = self._call("browsingContext.getTree")["contexts"][0]["context"]

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._socket.close()
        self._process.terminate()
        self._process.wait(20)

    @staticmethod
    def exists():
        """Return whether this computer has a Firefox."""
        return _PROGRAM is not None

    def open(self, address):
        """Load a page."""
        for one in ("about:blank", address):  # If only the fragment changes, the browser does not load the page again.
            self._call("browsingContext.navigate", context=self._window, url=one, wait="complete")

    def script(self, expression):
        """Return the value of a JavaScript expression, or of its promise."""
        answer = self._call("script.evaluate", expression=f"(async () => JSON.stringify(await {expression}))()",
                            awaitPromise=True, target={"context": self._window})
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def wait(self, expression, seconds=60):
        """Wait until a JavaScript expression is true, and return its value."""
        end = time.monotonic() + seconds
        while not (value := self.script(expression)):
            assert time.monotonic() < end, f"this never became true: {expression}"
            time.sleep(0.1)
        return value

    def click(self, selector):
        """Click an element as soon as it is visible."""
        self.wait(f"document.querySelector({selector!r})?.getClientRects().length")
        self.script(f"document.querySelector({selector!r}).click()")

    def drag(self, *points, button=0):
        """Press a button of the mouse at the first point, move through the others, and release the button. Points are
        (x, y), in pixels."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in points]
        down, up = ({"type": f"pointer{way}", "button": button} for way in ("Down", "Up"))
        self._call("input.performActions", context=self._window, actions=[
            {"type": "pointer", "id": "mouse", "actions": [moves[0], down, *moves[1:], up]}])

    def type(self, key):
        """Press a key, which goes to the element that has the focus."""
        presses = [{"type": way, "value": key} for way in ("keyDown", "keyUp")]
        self._call("input.performActions", context=self._window,
                   actions=[{"type": "key", "id": "keyboard", "actions": presses}])

    def _call(self, method, **params):
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(message["params"]["text"])
            if message.get("id") == number:
                assert message["type"] == "success", message
                return message["result"]
