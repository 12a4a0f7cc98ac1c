// The show of the machine: the engine's work on the grid, and the machine beside it. A step is a clock.

import { fetchFile } from "../board/module.js";
import { element } from "../element.js";
import { counted, grouped } from "../words.js";
import { createEngineShow } from "./engine_show.js";
import { createMachinePanes } from "./machine_pane.js";
import { Trace, segmentIn } from "./trace.js";

/** Return the show of the machine; the parameter is a film (see watch.js). */
export function createMachineShow(film) {
    const { trace, work, recording, module, name, grid } = film, engine = createEngineShow(film);
    const machine = new Trace(recording.machine);
    const last = Math.max(machine.clockOf(machine.length), trace.clockOf(trace.length));
    const panes = createMachinePanes({ trace, machine, engine: name });
    const note = element("p", {});
    let clock = 0, isOver = false;

    grid.closest(".sheet").after(panes.now);

    fetchFile(new URL(`../${module.firmware}`, import.meta.url).href, "json").then((firmware) => {
        panes.use(firmware);
        if (!isOver) panes.show(clock);
    }, (error) => (note.textContent = `The lines of the firmware are missing: ${error.message}.`));

    return {
        ...engine,
        last: () => last,
        speed: 5,
        speedText: (speed) => `${counted(speed, "clock")} a second`,
        phase(at, way) {
            const { segments } = work, segment = segmentIn(segments, at);
            if (way > 0) return segments[segment + 1]?.begin ?? last;
            return segments[at > segments[segment].begin ? segment : Math.max(segment - 1, 0)].begin;
        },
        title: (at) => `Clock ${grouped(at)}`,
        clockOf: (at) => at,
        at: (wanted) => wanted,
        show(at, since) {
            clock = at;
            const picture = engine.show(engine.at(at), since === undefined ? undefined : engine.at(since));
            panes.show(at);
            return { words: picture.words, figures: [] };
        },
        about: () => [...panes.signals, note],
        remove() {
            isOver = true;
            engine.remove();
            panes.now.remove();
        },
    };
}
