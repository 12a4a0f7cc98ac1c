// Runs the simulated board. Messages carry its bytes to and from the page. An idle board pauses after a while.

import { BYTES, IDLE, sendBytes, loadModule, receiveBytes } from "./module.js";
import { holdLock } from "./simulated.js";

/** Milliseconds between checks for messages. */
const SLICE = 20;

/** Clocks between two checks of the time. */
const CLOCKS = 5_000;

const waiting = [];
let board = null, isRunning = false;

// A message that the worker sends to itself arrives after the waiting messages. A timer would cost milliseconds.
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
    const until = performance.now() + SLICE;
    do {
        sendBytes(board, waiting);
        const reason = board.run(CLOCKS);
        if (reason === BYTES) {
            const bytes = receiveBytes(board);
            self.postMessage(bytes, [bytes.buffer]);
        }
        isRunning = reason !== IDLE || waiting.length > 0;
    } while (isRunning && performance.now() < until);
    if (isRunning) turn.port2.postMessage(null);
}
