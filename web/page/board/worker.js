// Runs the simulated board. Messages carry the board's bytes to and from the page. An idle board pauses.

import { loadModule, runBoard } from "./module.js";
import { holdLock } from "./simulated.js";

const waiting = [];
let board = null, isRunning = false;

// A message that the worker sends to itself arrives after all waiting messages, so the waiting messages are handled
// before the next slice. A timer would do the same, but would cost milliseconds.
const turn = new MessageChannel();
turn.port1.onmessage = run;

holdLock();

self.onmessage = async ({ data }) => {
    if (data.module) {
        try {
            board = await loadModule(data.module);
            board.begin();
            self.postMessage({ ready: true });
        } catch (error) {
            self.postMessage({ failed: error.message });
        }
    } else {
        waiting.push(data);
        if (!isRunning) {
            isRunning = true;
            run();
        }
    }
};

function run() {
    isRunning = !runBoard(board, waiting, (bytes) => self.postMessage(bytes, [bytes.buffer]));
    if (isRunning) turn.port2.postMessage(null);
}
