// Runs the simulated board. Messages carry bytes to it and from it. The board pauses when it has been idle for long.

import { BYTES, IDLE, sendBytes, loadModule, receiveBytes } from "./module.js";
import { holdLock } from "./simulated.js";

/** Milliseconds between two checks for messages. */
const SLICE = 20;

/** Clocks between two checks of the time. */
const CLOCKS = 5_000;

const waiting = [];
let board = null, isRunning = false;

// A message to itself arrives after the messages that wait. A timer would add milliseconds.
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
