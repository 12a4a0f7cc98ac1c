// The view of the engine at work, which records a search and plays the recording.

import { SIMULATED_ENGINES } from "../board/boards.js";
import { startWorker } from "../board/simulated.js";
import { button, element, showFigures } from "../element.js";
import { choose as chooseEngine } from "../link/question.js";
import { genreOf } from "../puzzles/genres.js";
import { cluesOf, faultText, turned } from "../puzzles/puzzle.js";
import { chipText, counted, sentence } from "../words.js";
import { createCamera } from "./camera.js";
import { createEngineShow } from "./engine_show.js";
import { WATCHED } from "./engines.js";
import { createGuideShow } from "./guide_show.js";
import { KINDS } from "./legends.js";
import { createMachineShow } from "./machine_show.js";
import { createPlayer } from "./player.js";
import { createTimeline } from "./timeline.js";
import { Trace, segmentIn } from "./trace.js";

/** The maximum number of clocks that are recorded; a recording of this length takes about 20 MB. */
const LIMIT = 200_000;

const TURNED = "The engine works on the grid turned by 90 degrees: its rows are the columns here, from left to right.";

/**
 * The titles of the shows, and the functions that make a show from a film. A show has the members that player.js
 * describes, and these:
 *
 * - clockOf(step): the clock of a step; at(clock): the step at a clock
 * - title(step): the name of a step; about(): the contents of the panel
 * - remove(): end the show
 */
const SHOWS = {
    guide: ["Guide", createGuideShow], engine: ["Engine", createEngineShow], machine: ["Machine", createMachineShow],
};

/** Start the view: fill its panel, and add the player to the stage, below the grid. */
export function startWatching(root, store) {
    const timeline = createTimeline({ seek: (clock) => player.go(show.at(clock)) });
    const player = createPlayer(), camera = createCamera(document.querySelector(".sheet"));
    const clock = element("b", { class: "player-clock" }), words = element("p", { id: "watch-words" });
    const choices = Object.entries(SHOWS).map(([name, [title]]) =>
        button("quiet", { id: `watch-as-${name}`, onclick: () => choose(name) }, title));
    const stage = element("div", {
        class: "player", role: "group", "aria-label": "The chip at work", hidden: true,
    }, element("div", { class: "player-head" },
        element("div", { class: "player-shows", role: "group", "aria-label": "Show" }, choices), clock, camera.button),
    words, timeline.root, player.root);
    document.querySelector(".stage").append(stage);

    const state = element("p", { id: "watch-state" });
    const meter = element("div", { class: "meter" });
    const figures = element("dl", { class: "figures" });
    const about = element("div", { class: "watch-about" });
    root.append(meter, state, figures, about);

    let worker = null, recorded = null, film = null, show = null, chosen = "guide";

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
        show?.remove();
        worker = recorded = film = show = null;
    }

    function begin(puzzle) {
        stop();
        recorded = puzzle;
        const { refusal, name, module, isTurned } = engineFor(puzzle);
        if (refusal) {
            setState("none", refusal);
            return;
        }
        setState("recording", "The engine solves the puzzle, and its work is recorded …");
        const fail = (why) => setState("failed", `Recording failed: ${why}. Leave this view and come back to retry.`);
        worker = startWorker(new URL("worker.js", import.meta.url), {
            onend: (why) => fail(`the worker that records has stopped (${why})`),
            onmessage(data) {
                if (data.recording) {
                    film = filmOf(puzzle, { name, module, isTurned }, data.recording);
                } else if (data.stops) {
                    film.stops.push(...data.stops);
                    film.isWhole = data.isWhole;
                    if (!show) open();
                    if (film.isWhole) {
                        worker.stop();
                        clock.textContent = show.title(Number(stage.dataset.position));
                    }
                } else if (data.failed) {
                    fail(data.failed);
                } else if (data.clock) {
                    setState("recording", `Recording: ${counted(data.clock, "clock")} …`);
                }
            },
        });
        const url = (file) => new URL(`../${file}`, import.meta.url).href;
        worker.post({
            puzzle, isTurned, engine: name, limit: LIMIT,
            module: url(module.file), description: url(module.description),
        });
    }

    function open() {
        const { name, trace, work, isTurned } = film;
        setState("ready", [recordedWords(name, trace), ...(isTurned ? [TURNED] : [])].join(" "));
        timeline.show(work.segments, KINDS[name], trace.clockOf(trace.length));
        choose(chosen);
        if (!matchMedia("(prefers-reduced-motion: reduce)").matches && chosen === "guide") player.play();
    }

    /** Change to another show, at the same clock. */
    function choose(name) {
        const now = show ? Number(stage.dataset.clock) : 0;
        show?.remove();
        chosen = stage.dataset.show = name;
        show = SHOWS[name][1](film);
        for (const one of choices) one.setAttribute("aria-pressed", one.id === `watch-as-${name}`);
        about.replaceChildren(...show.about());
        player.use({ ...show, show: see }, show.at(now));
        camera.suggest(name === "guide");
    }

    function see(position, since) {
        const { work } = film, picture = show.show(position, since), now = show.clockOf(position);
        timeline.move(now);
        clock.textContent = show.title(position);
        // If the time line has the focus, screen readers read its value instead. While the engine or the machine is
        // played, the words change too fast for screen readers.
        const isQuiet = player.isPlaying() && chosen !== "guide" || document.activeElement === timeline.root;
        words.setAttribute("aria-live", isQuiet ? "off" : "polite");
        words.textContent = picture.words;
        timeline.root.setAttribute("aria-valuetext", `clock ${now}: ${picture.words}`);
        showFigures(figures, picture.figures);
        const segment = work.segments[segmentIn(work.segments, now)];
        Object.assign(stage.dataset, { position, clock: now, kind: segment.kind, depth: segment.depth });
        camera.follow();
    }

    document.addEventListener("keydown", (event) => {
        const { target } = event;
        const isHere = !target.closest("input, textarea, select, dialog, [role=tab]");
        const isPressed = target.closest("button") && event.key === " ";
        if (show && isHere && !isPressed && player.key(event)) event.preventDefault();
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
}

/**
 * Return a *film*: a recording, and everything else that a show needs. `posed` is the puzzle that the engine got. The
 * worker adds the stops of the guide to `stops`, until the list `isWhole`.
 */
function filmOf(puzzle, { name, module, isTurned }, recording) {
    const trace = new Trace(recording), posed = isTurned ? turned(puzzle) : puzzle;
    return {
        puzzle, posed, isTurned, name, module, recording, trace, work: WATCHED[name].create(trace, posed),
        grid: document.querySelector("#board .grid"), stops: [], isWhole: false,
    };
}

function recordedWords(name, trace) {
    const { outcome } = trace, cycles = trace.clockOf(trace.length);
    return outcome ? `${chipText({ cycles, clock: outcome.clock })} Engine: ${name}.`
        : `The search takes longer than the recording, which ends after ${counted(cycles, "clock cycle")}.`;
}

// The choice of an engine

/**
 * Return the engine for a puzzle, and whether the puzzle has to be turned: {name, module, isTurned}. If no engine can
 * be watched, return {refusal} with the reason.
 */
function engineFor(puzzle) {
    const wrong = genreOf(puzzle).wrongClue(puzzle);
    if (wrong) return { refusal: sentence(faultText(wrong)) };
    if (!cluesOf(puzzle).length) return { refusal: "The grid is empty: open a puzzle, or make one." };
    const { built, turned: isTurned } = chooseEngine(puzzle, SIMULATED_ENGINES);
    if (!built) {
        const { title, onBoards } = genreOf(puzzle);
        const sizes = SIMULATED_ENGINES.filter(({ genre }) => genre === onBoards)
            .map(({ type, rows, cols }) => `${type.exact ? "" : "up to "}${rows}×${cols}`);
        return { refusal: `A ${title} of this size cannot be watched. Choose a size of ${sizes.join(" or ")}.` };
    }
    return { name: built.name, module: built.module, isTurned };
}
