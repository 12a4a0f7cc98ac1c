// Runs the simulated board. Bytes go to it and come from it as messages. It rests when it is told that nobody waits for it,
// or when nothing happens for long.

import { BYTES, IDLE, give, loaded, taken } from "./module.js";
import { holdLock } from "./simulated.js";

/** Milliseconds after which messages are looked for. */
const SLICE = 20;

/** Clocks between two looks at the time. */
const CLOCKS = 5_000;

let board = null;
const waiting = [];
let resting = true;

// A message to itself comes back behind those that wait; a timer would wait for milliseconds.
const turn = new MessageChannel();
let isTurn = false;
turn.port1.onmessage = run;

holdLock();

self.onmessage = async ({ data }) => {
    if (data.module) {
        try {
            board = await loaded(data.module);
            board.begin();
            self.postMessage({ ready: true });
        } catch (error) {
            self.postMessage({ failed: error.message });
        }
    } else if (data.rest) {
        resting = !waiting.length;
    } else {
        waiting.push(data);
        resting = false;
        takeTurn();
    }
};

function takeTurn() {
    if (!isTurn) {
        isTurn = true;
        turn.port2.postMessage(null);
    }
}

function run() {
    isTurn = false;
    if (resting) {
        return;
    }
    const until = performance.now() + SLICE;
    do {
        give(board, waiting);
        const reason = board.run(CLOCKS);
        if (reason === BYTES) {
            const bytes = taken(board);
            self.postMessage(bytes, [bytes.buffer]);
        }
        if (reason === IDLE && !waiting.length) {
            resting = true;
            return;
        }
    } while (performance.now() < until);
    takeTurn();
}
