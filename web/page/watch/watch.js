// The view of the engine at work, which records a search and plays the recording.

import { SIMULATED_ENGINES } from "../board/boards.js";
import { startWorker } from "../board/simulated.js";
import { element, panel, showFigures } from "../element.js";
import { choose } from "../link/question.js";
import { genreOf } from "../puzzles/genres.js";
import { cluesOf, faultText, turned } from "../puzzles/puzzle.js";
import { counted, grouped, sentence } from "../words.js";
import { deducer } from "./deducer.js";
import { parallel } from "./parallel.js";
import { createPlayer } from "./player.js";
import { scan } from "./scan.js";
import { canal, dynasty } from "./shading.js";
import { createTimeline } from "./timeline.js";
import { Trace, segmentAt } from "./trace.js";
import { createView, signsOf } from "./view.js";

/** The maximum number of clocks that are recorded; a recording of this length takes about 20 MB. */
const LIMIT = 200_000;

const TURNED = "The engine works on the grid turned by 90 degrees: its rows are the columns here, from left to right.";

/** Return the panel of the view; the player is added to the stage, below the grid. */
export function createWatchPanel(store) {
    const timeline = createTimeline({ seek: (position) => player.go(position) });
    const player = createPlayer({ show, nextPhase });
    const clock = element("b", { class: "player-clock" }), words = element("span", { id: "watch-words" });
    const stage = element("div", {
        class: "player", role: "group", "aria-label": "The engine at work", hidden: true,
    }, element("p", { class: "player-words" }, clock, words), timeline.root, player.root);
    document.querySelector(".stage").append(stage);

    const state = element("p", { id: "watch-state" });
    const meter = element("div", { class: "meter" });
    const figures = element("dl", { class: "figures" });
    const about = element("div", { class: "watch-about" });
    const root = panel("watch", "Watch", "", meter, state, figures, about);
    root.id = "watch";

    let worker = null, recorded = null, trace = null, work = null, view = null;

    function setState(name, text) {
        root.dataset.state = name;
        meter.hidden = name !== "recording";
        stage.hidden = name !== "ready";
        figures.hidden = about.hidden = name !== "ready";
        state.textContent = text;
    }

    function stop() {
        worker?.stop();
        player.pause();
        view?.remove();
        worker = recorded = trace = work = view = null;
    }

    function begin(puzzle) {
        stop();
        recorded = puzzle;
        const { refusal, ...chosen } = engineFor(puzzle);
        if (refusal) {
            setState("none", refusal);
            return;
        }
        const { engine, module } = chosen;
        setState("recording", "The engine solves the puzzle, and its work is recorded …");
        const fail = (why) => setState("failed", `Recording failed: ${why}. Leave this view and come back to retry.`);
        worker = startWorker(new URL("worker.js", import.meta.url), {
            onend: (why) => fail(`the worker that records has stopped (${why})`),
            onmessage(data) {
                if (data.recording) {
                    worker.stop();
                    open(puzzle, chosen, data.recording);
                } else if (data.failed) {
                    fail(data.failed);
                } else if (data.clock) {
                    setState("recording", `Recording: ${counted(data.clock, "clock")} …`);
                }
            },
        });
        const url = (file) => new URL(`../${file}`, import.meta.url).href;
        worker.post({
            puzzle, ...engine.recorded, module: url(module.file), description: url(module.description), limit: LIMIT,
        });
    }

    function open(puzzle, { name, engine, isTurned }, recording) {
        const posed = isTurned ? turned(puzzle) : puzzle;
        trace = new Trace(recording);
        work = engine.create(trace, posed);
        view = createView(name, document.querySelector("#board .grid"), posed, isTurned);
        about.replaceChildren(...explained(name, engine));
        setState("ready", [recordedWords(name, trace), ...(isTurned ? [TURNED] : [])].join(" "));
        timeline.show(trace, work.segments, engine.kinds);
        player.start(trace.length);
        if (store.get().moving && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
    }

    function show(position, since) {
        const picture = work.picture(position, since);
        view.draw(picture);
        timeline.move(position);
        const segment = work.segments[segmentAt(work.segments, position)];
        clock.textContent = `Clock ${grouped(trace.clockOf(position))}`;
        // If the time line has the focus, screen readers already read its value.
        const isQuiet = player.isPlaying() || document.activeElement === timeline.root;
        words.setAttribute("aria-live", isQuiet ? "off" : "polite");
        words.textContent = picture.words;
        timeline.root.setAttribute("aria-valuetext", `clock ${trace.clockOf(position)}: ${picture.words}`);
        showFigures(figures, picture.figures);
        stage.dataset.position = position;
        stage.dataset.kind = segment.kind;
        stage.dataset.depth = segment.depth;
    }

    function nextPhase(position, way) {
        const at = segmentAt(work.segments, position);
        if (way < 0) {
            return position > work.segments[at].from ? work.segments[at].from : work.segments[Math.max(at - 1, 0)].from;
        }
        return work.segments[at + 1]?.from ?? trace.length;
    }

    document.addEventListener("keydown", (event) => {
        const { target } = event;
        const isHere = !target.closest("input, textarea, select, dialog, [role=tab]");
        const isPressed = target.closest("button") && event.key === " ";
        if (trace && isHere && !isPressed && player.key(event)) event.preventDefault();
    });

    store.subscribe((now, before) => {
        const isWatched = now.view === "watch";
        if (isWatched && now.puzzle !== recorded) {
            begin(now.puzzle);
        } else if (!isWatched && before.view === "watch") {
            stop();
            stage.hidden = true;
        }
    });
    return root;
}

function recordedWords(name, trace) {
    const clocks = trace.clockOf(trace.length);
    if (!trace.outcome) {
        return `The search takes longer than the recording, which ends after ${counted(clocks, "clock")}.`;
    }
    const end = trace.outcome.solutions.length ? "until it finds a solution" : "until nothing is left to try";
    return `The ${name} engine takes ${counted(clocks, "clock")} ${end}. A step is a clock in which something changes.`;
}

function explained(name, { about, kinds }) {
    return [
        element("p", {}, about),
        element("h3", {}, "On the grid"),
        signsOf(name),
        element("h3", {}, "On the time line"),
        element("ul", { class: "signs" }, kinds.map(({ kind, title, words }) =>
            element("li", {}, element("i", { class: `sign time-kind ${kind}` }),
                element("span", {}, element("b", {}, title), ` ${words}`))),
            element("li", {}, element("i", { class: "sign time-depth" }),
                "Above: the number of current assumptions")),
    ];
}

// The choice of an engine

const WATCHED = { deducer, parallel, scan, dynasty, canal };

/**
 * Return the engine for a puzzle, and whether the puzzle has to be turned: {name, engine, module, isTurned}. If no
 * engine can be watched, return {refusal} with the reason.
 */
function engineFor(puzzle) {
    const wrong = genreOf(puzzle).wrongClue(puzzle);
    if (wrong) return { refusal: sentence(faultText(wrong)) };
    if (!cluesOf(puzzle).length) return { refusal: "The grid is empty: open a puzzle, or make one." };
    const { built, turned: isTurned } = choose(puzzle, SIMULATED_ENGINES);
    if (!built) {
        const { title, onBoards } = genreOf(puzzle);
        const sizes = SIMULATED_ENGINES.filter(({ genre }) => genre === onBoards)
            .map(({ type, rows, cols }) => `${type.exact ? "" : "up to "}${rows}×${cols}`);
        return { refusal: `A ${title} of this size cannot be watched, only one of ${sizes.join(" or ")}.` };
    }
    return { name: built.name, engine: WATCHED[built.name], module: built.module, isTurned };
}
