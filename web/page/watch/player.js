// The buttons, the speed and the keys with which a person moves through a recording.

import { button, element, icon } from "../element.js";

/**
 * The maximum number of seconds that count as the time between two frames. While the page is hidden, the time between
 * frames may be much longer.
 */
const LONGEST_FRAME = 0.1;

const TITLES = { play: "Play", back: "Play backwards" };

/**
 * @typedef {Object} Show A sequence of steps:
 * - last(): the number of the last step; isWhole(): whether no more steps will follow
 * - show(at, since): show a step. While the steps are played forwards, `since` is the step that was shown before;
 *   otherwise, `since` is undefined
 * - phase(at, way): the first step of the next phase or, if `way` is -1, of the phase before
 * - slowest, fastest, speed: the limits of the speed, and the initial speed; speedText(speed): a speed in words
 * - seconds(at): how long the player shows a step at the speed 1; by default, one second
 * - the members that watch.js describes
 */

/** Return the controls: {root, use, go, play, pause, isPlaying, key}. */
export function createPlayer() {
    let show = null, position = 0, direction = 0, time = 0, due = 0;
    const buttons = Object.fromEntries([
        ["first", "To the beginning", "Home", () => go(0)],
        ["phase-back", "Phase before", "Shift+←", () => go(show.phase(position, -1))],
        ["step-back", "Step back", "←", () => go(position - 1)],
        ["back", TITLES.back, "Shift+Space", () => play(direction === -1 ? 0 : -1)],
        ["play", TITLES.play, "Space", () => play(direction === 1 ? 0 : 1)],
        ["step", "Step", "→", () => go(position + 1)],
        ["phase", "Next phase", "Shift+→", () => go(show.phase(position, 1))],
        ["last", "To the end", "End", () => go(show.last())],
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

    function speedNow() {
        const exact = show.slowest * (show.fastest / show.slowest) ** (speed.value / 100);
        return Number(exact.toPrecision(2));
    }

    function showSpeed() {
        value.textContent = show.speedText(speedNow());
        speed.setAttribute("aria-valuetext", value.textContent);
    }

    function go(to) {
        play(0);
        see(to);
    }

    function see(to, since) {
        position = Math.min(Math.max(to, 0), show.last());
        show.show(position, since);
    }

    function play(way) {
        if (way === 1 && position === show.last() && show.isWhole()) see(0);
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
        const secondsHere = show.seconds?.(position);
        // If the current step has a duration, it is shown for this duration first; otherwise, the next step follows at
        // once.
        const atOnce = secondsHere ? 0 : 1;
        due += time ? Math.min((now - time) / 1000, LONGEST_FRAME) * speedNow() / (secondsHere ?? 1) : atOnce;
        time = now;
        const steps = Math.floor(due);
        due -= steps;
        if (steps) {
            const from = position;
            see(position + direction * steps, direction === 1 ? from : undefined);
        }
        if (position === (direction === 1 ? show.last() : 0) && (direction === -1 || show.isWhole())) {
            play(0);
        } else {
            requestAnimationFrame(frame);
        }
    }

    return {
        root,
        /** Change to another show, at one of its steps. */
        use(wanted, at) {
            show = wanted;
            const scale = Math.log(show.speed / show.slowest) / Math.log(show.fastest / show.slowest);
            speed.value = Math.round(100 * scale);
            showSpeed();
            go(at);
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
                go(event.shiftKey ? show.phase(position, ways[event.key]) : position + ways[event.key]);
            } else if (event.key === "Home" || event.key === "End") {
                go(event.key === "Home" ? 0 : show.last());
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
