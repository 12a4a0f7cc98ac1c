// Records a search on a new board, and writes the guide through the recording. A message starts the search. The worker
// then sends messages about the progress, a message with the recording, and messages with the stops of the guide.

import { fetchFile, loadModule } from "../board/module.js";
import { holdLock } from "../board/simulated.js";
import { turned } from "../puzzles/puzzle.js";
import { WATCHED } from "./engines.js";
import { guideThrough } from "./guide.js";
import { record } from "./recorder.js";
import { Trace } from "./trace.js";

/** The milliseconds between two messages with stops. */
const PAUSE = 200;

holdLock();

self.onmessage = async ({ data: { module, description, engine, puzzle, isTurned, limit } }) => {
    try {
        const [board, described] = await Promise.all([loadModule(module), fetchFile(description, "json")]);
        const recording = await record(board, described, {
            puzzle, ...WATCHED[engine].recorded, limit, onprogress: (clock) => self.postMessage({ clock }),
        });
        self.postMessage({ recording });
        guide(new Trace(recording), WATCHED[engine], puzzle, isTurned);
    } catch (error) {
        self.postMessage({ failed: error.message });
    }
};

function guide(trace, engine, puzzle, isTurned) {
    const work = engine.create(trace, isTurned ? turned(puzzle) : puzzle);
    let stops = [], sent = 0;
    for (const stop of guideThrough(trace, work, puzzle, isTurned)) {
        stops.push(stop);
        if (performance.now() > sent + PAUSE) {
            self.postMessage({ stops });
            stops = [];
            sent = performance.now();
        }
    }
    self.postMessage({ stops, isWhole: true });
}
