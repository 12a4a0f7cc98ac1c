"""Pointers on the grid of the page: a mouse, a pen, or fingers."""

import random
import re
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from support.browser_page import Page

__all__ = ["Pointers", "edges_between"]

Place = tuple[float, float]
"""A place on the grid: its distances to the right and down from the upper left corner of the grid, in cells."""

BUTTONS = {"left": 1, "right": 2, "middle": 4}


def edges_between(dots: Sequence[tuple[int, int]]) -> list[tuple[int, int, bool]]:
    """Return the edges on the straight lines from each dot to the next dot, sorted."""
    edges = []
    for (x, y), (to_x, to_y) in pairwise(dots):
        edges += [(y, col, False) for col in range(min(x, to_x), max(x, to_x))]
        edges += [(row, x, True) for row in range(min(y, to_y), max(y, to_y))]
    return sorted(edges)


class Pointers:
    """A mouse and fingers on a page, and the marks that the page has drawn."""

    def __init__(self, page: Page):
        self.page, self._rng = page, random.Random(45)

    def pixel(self, place: Place) -> Place:
        """Return the position in the window, in pixels, of a place on the grid."""
        return tuple(self.page.script("""
            const svg = document.querySelector("#board svg"), box = svg.getBoundingClientRect();
            const scale = box.width / svg.viewBox.baseVal.width;
            const [x, y] = arguments[0].map((place) => (place * 40 + 14) * scale);
            return [box.left + x, box.top + y];""", place))

    def mouse(self, kind: str, pixel: Place, button: str = "left", held: bool = True, pen: bool = False) -> None:
        """Send an event of the mouse or, if ``pen`` is set, of a pen; ``kind`` is "Pressed", "Released" or "Moved"."""
        self.page.browser.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": f"mouse{kind}", "x": pixel[0], "y": pixel[1], "clickCount": 1, "buttons": BUTTONS[button] * held,
            "button": "none" if kind == "Moved" else button, "pointerType": "pen" if pen else "mouse",
        })  # fmt: skip

    def drag(
        self, places: Sequence[Place], every: float = 1000, jitter: float = 0, release: bool = True, **how: Any,
    ) -> None:
        """Press at the first place, move through the other places, and release. While moving, send an event at least
        every ``every`` pixels."""
        first, *others = (self.pixel(place) for place in places)
        self.mouse("Moved", first, held=False)
        self.mouse("Pressed", first, **how)
        at = first
        for to in others:
            steps = max(1, round(max(abs(to[axis] - at[axis]) for axis in (0, 1)) / every))
            for step in range(1, steps + 1):
                exact = (at[axis] + (to[axis] - at[axis]) * step / steps for axis in (0, 1))
                self.mouse("Moved", tuple(one + self._rng.uniform(-jitter, jitter) for one in exact), **how)
            at = to
        if release:
            self.mouse("Released", at, held=False, **how)

    def fingers(self, kind: str, *pixels: Place) -> None:
        """Send an event of fingers, with the positions of all fingers that touch the screen. ``kind`` is "Start",
        "Move" or "End"."""
        if kind == "Start":
            self._time = time.time()
        self.page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {
            "type": f"touch{kind}", "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(pixels)],
            "timestamp": self._time,
        })  # fmt: skip

    def tap(self, place: Place, seconds: float = 0.1) -> None:
        """Touch a place. According to the timestamps of the events, the touch lasts this number of seconds."""
        self._tap(self.pixel(place), seconds)

    def touch(self, selector: str) -> None:
        """Scroll an element into the window, and tap its middle."""
        self._tap(self.page.script("""
            const element = document.querySelector(arguments[0]);
            element.scrollIntoView({ block: "nearest", behavior: "instant" });
            const { x, y, width, height } = element.getBoundingClientRect();
            return [x + width / 2, y + height / 2];""", selector))

    def press(self, place: Place) -> None:
        """Tap a place on a phone, and click it on a desktop computer."""
        self.tap(place) if self.page.is_phone else self.drag([place])

    def _tap(self, pixel: Place, seconds: float = 0.1) -> None:
        self.fingers("Start", pixel)
        self._time += seconds
        self.fingers("End")

    def swipe(self, place: Place, way: Place) -> None:
        """Touch a place, and move from there by ``way``, which is in pixels."""
        x, y = self.pixel(place)
        self.fingers("Start", (x, y))
        for share in (step / 8 for step in range(1, 9)):
            self.fingers("Move", (x + way[0] * share, y + way[1] * share))
        self.fingers("End")

    def edges(self, layer: str = "lines") -> list[tuple[int, int, bool]]:
        """Return the marked edges of a layer, sorted. The layer is "lines" or "crosses"."""
        parts = re.findall(r"M(-?[\d.]+) (-?[\d.]+)([vhl])", self._drawn(f".layer-{layer} .mine"))
        if layer == "crosses":
            middles = ((float(x) + 4, float(y) + 4) for x, y, _ in parts)
            return sorted((int(y // 40), int(x // 40), y % 40 > 0) for x, y in middles)
        return sorted((int(y) // 40, int(x) // 40, way == "v") for x, y, way in parts)

    def cells(self) -> list[tuple[int, int]]:
        """Return the cells that are shaded, sorted."""
        parts = re.findall(r"M(-?[\d.]+) (-?[\d.]+)", self._drawn(".fill.mine"))
        return sorted((round(float(y) / 40), round(float(x) / 40)) for x, y in parts)

    def _drawn(self, selector: str) -> str:
        return self.page.script("""
            const all = [...document.querySelectorAll(`#board ${arguments[0]}`)];
            return all.map((one) => one.getAttribute("d")).join("");""", selector)
