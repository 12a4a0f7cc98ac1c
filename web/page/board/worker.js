// Runs the simulated board: a WebAssembly module, whose exports docs/develop/browser.md describes. Bytes go to it and
// come from it as messages. It rests when it is told that nobody waits for it, or when nothing happens for long.

/** Milliseconds after which messages are looked for. */
const SLICE = 20;

/** Clocks between two looks at the time. */
const CLOCKS = 5_000;

/** Why `run` of the module has ended. */
const BYTES = 1, IDLE = 2;

let board = null;
const waiting = [];
let resting = true;

// A message to itself comes back behind those that wait; a timer would wait for milliseconds.
const turn = new MessageChannel();
let isTurn = false;
turn.port1.onmessage = run;

self.onmessage = async ({ data }) => {
    if (data.module) {
        try {
            const { instance } = await WebAssembly.instantiateStreaming(fetch(data.module));
            board = instance.exports;
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
        take();
        const reason = board.run(CLOCKS);
        if (reason === BYTES) {
            give();
        }
        if (reason === IDLE && !waiting.length) {
            resting = true;
            return;
        }
    } while (performance.now() < until);
    takeTurn();
}

/** Give the board the bytes that wait for it, as many as it has room for. */
function take() {
    while (waiting.length) {
        const bytes = waiting[0];
        new Uint8Array(board.memory.buffer, board.input(), bytes.length).set(bytes);
        const sent = board.send(bytes.length);
        if (sent < bytes.length) {
            waiting[0] = bytes.subarray(sent);
            return;
        }
        waiting.shift();
    }
}

function give() {
    const bytes = new Uint8Array(board.memory.buffer, board.output(), board.received()).slice();
    self.postMessage(bytes, [bytes.buffer]);
}
