// The buttons, the speed and the keys with which a person moves through a recording.

import { button, element, icon } from "../element.js";
import { counted } from "../words.js";

/** The lowest and the highest number of steps per second. */
const SLOWEST = 1, FASTEST = 5_000;

/**
 * The number of seconds that a recording takes at the initial speed, and the limits of this speed, in steps per second.
 */
const LENGTH = 45, FASTEST_AT_FIRST = 200, SLOWEST_AT_FIRST = 2;

/** The most seconds that count between two frames. While the page is hidden, more seconds may pass. */
const LONGEST_FRAME = 0.1;

const TITLES = { play: "Play", back: "Play backwards" };

/**
 * Return the controls: {root, start, go, pause, isPlaying, key}.
 *
 * `show(position, since)` shows a position. While the recording is played forwards, `since` is the position that was
 * shown before; otherwise, it is undefined.
 */
export function createPlayer({ show, nextPhase }) {
    let position = 0, length = 0, direction = 0, time = 0, due = 0;
    const buttons = Object.fromEntries([
        ["first", "To the beginning", "Home", () => go(0)],
        ["phase-back", "Phase before", "Shift+←", () => go(nextPhase(position, -1))],
        ["step-back", "Step back", "←", () => go(position - 1)],
        ["back", TITLES.back, "Shift+Space", () => play(direction === -1 ? 0 : -1)],
        ["play", TITLES.play, "Space", () => play(direction === 1 ? 0 : 1)],
        ["step", "Step", "→", () => go(position + 1)],
        ["phase", "Next phase", "Shift+→", () => go(nextPhase(position, 1))],
        ["last", "To the end", "End", () => go(length)],
    ].map(([name, title, keys, onclick]) => [name, button(
        `only-icon ${name === "play" ? "main" : "quiet"}`,
        { id: `watch-${name}`, "aria-label": title, title: `${title} (${keys})`, onclick }, icon(name, "filled"),
    )]));
    const speed = element("input", {
        type: "range", min: "0", max: "100", step: "1", id: "watch-speed", "aria-label": "Speed", oninput: showSpeed,
    });
    const value = element("span", { class: "speed-value" });
    const root = element("div", { class: "player-controls" },
        element("div", { class: "player-buttons", role: "group", "aria-label": "Play" }, Object.values(buttons)),
        element("label", { class: "player-speed" }, speed, value));

    function stepsPerSecond() {
        const exact = SLOWEST * (FASTEST / SLOWEST) ** (speed.value / 100);
        return exact < 10 ? Math.round(exact) : Number(exact.toPrecision(2));
    }

    function showSpeed() {
        const text = `${counted(stepsPerSecond(), "step")} a second`;
        value.textContent = text;
        speed.setAttribute("aria-valuetext", text);
    }

    function go(to) {
        play(0);
        see(to);
    }

    function see(to, since) {
        position = Math.min(Math.max(to, 0), length);
        show(position, since);
    }

    function play(way) {
        if (way === 1 && position === length) see(0);
        const isStill = !direction;
        direction = way;
        for (const [name, one] of [["play", 1], ["back", -1]]) {
            const isThis = way === one;
            buttons[name].replaceChildren(icon(isThis ? "pause" : name, "filled"));
            buttons[name].setAttribute("aria-label", isThis ? "Pause" : TITLES[name]);
        }
        root.dataset.playing = String(way !== 0);
        if (way && isStill) {
            time = 0;
            due = 0;
            requestAnimationFrame(frame);
        }
    }

    function frame(now) {
        if (!direction) return;
        due += time ? Math.min((now - time) / 1000, LONGEST_FRAME) * stepsPerSecond() : 1;
        time = now;
        const steps = Math.floor(due);
        due -= steps;
        if (steps) {
            const from = position;
            see(position + direction * steps, direction === 1 ? from : undefined);
        }
        if (position === (direction === 1 ? length : 0)) {
            play(0);
        } else {
            requestAnimationFrame(frame);
        }
    }

    return {
        root,
        /** Start with a recording whose last position is `last`. */
        start(last) {
            length = last;
            const steps = Math.min(Math.max(last / LENGTH, SLOWEST_AT_FIRST), FASTEST_AT_FIRST);
            speed.value = Math.round(100 * Math.log(steps / SLOWEST) / Math.log(FASTEST / SLOWEST));
            showSpeed();
            go(0);
        },
        go,
        play: () => play(1),
        pause: () => play(0),
        isPlaying: () => direction !== 0,
        /** Handle a key; return whether the key has a meaning here. */
        key(event) {
            const ways = { ArrowRight: 1, ArrowLeft: -1 };
            if (event.ctrlKey || event.metaKey || event.altKey) return false;
            if (event.key in ways) {
                go(event.shiftKey ? nextPhase(position, ways[event.key]) : position + ways[event.key]);
            } else if (event.key === "Home" || event.key === "End") {
                go(event.key === "Home" ? 0 : length);
            } else if (event.key === " ") {
                const way = event.shiftKey ? -1 : 1;
                play(direction ? 0 : way);
            } else {
                return false;
            }
            return true;
        },
    };
}
