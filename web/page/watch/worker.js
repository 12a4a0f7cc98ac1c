// Records a search on a new board. A message starts the search. The worker then sends messages about the progress, and
// finally a message with the recording.

import { fetchFile, loadModule } from "../board/module.js";
import { holdLock } from "../board/simulated.js";
import { record } from "./recorder.js";

holdLock();

self.onmessage = async ({ data: { module, description, ...wanted } }) => {
    try {
        const [board, described] = await Promise.all([loadModule(module), fetchFile(description, "json")]);
        const recording = await record(board, described, {
            ...wanted, onprogress: (clock) => self.postMessage({ clock }),
        });
        const arrays = Object.values(recording).filter((value) => ArrayBuffer.isView(value));
        self.postMessage({ recording }, arrays.map(({ buffer }) => buffer));
    } catch (error) {
        self.postMessage({ failed: error.message });
    }
};
