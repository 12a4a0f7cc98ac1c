// Loads files of this site, such as the WebAssembly module of a simulated board, and runs the board in the module.
// docs/develop/simulated-board.md describes the exports of the module.

/**
 * Return the content of a file; `as` is its form, "json" or "arrayBuffer".
 *
 * Throws an Error with a plain message if the file cannot be loaded completely.
 */
export async function fetchFile(address, as) {
    const name = String(address).split("/").at(-1);
    let answer;
    try {
        answer = await fetch(address);
        if (answer.ok) return await answer[as]();
    } catch (error) {
        const words = error instanceof SyntaxError ? "is damaged; load the page again"
            : "cannot be loaded; try again when the network and the page’s server are available";
        throw new Error(`${name} ${words}`, { cause: error });
    }
    const { status, statusText } = answer;
    throw new Error(`${name} cannot be loaded: the server answers ${status} ${statusText}; try again later`);
}

/** The values that the module's function `run` returns: the reasons why a run has ended. */
const BYTES = 1, IDLE = 2, CHANGED = 3;

/** The size of the module's input buffer in bytes. */
const MOST_BYTES = 4096;

/** The number of clocks that one call of `run` simulates; the length of a slice of time in milliseconds. */
const CLOCKS = 5_000, SLICE = 20;

/** Load a module, whatever its content type is, and return the exports of an instance, which is one board. */
export async function loadModule(address) {
    const bytes = await fetchFile(address, "arrayBuffer");
    try {
        const { instance } = await WebAssembly.instantiate(bytes);
        return instance.exports;
    } catch (error) {
        throw new Error(error instanceof WebAssembly.CompileError
            ? `${address.split("/").at(-1)} is damaged; load the page again`
            : `the browser has too little memory (${error.message})`, { cause: error });
    }
}

/**
 * Run a board for a slice of time, or until it is idle; return whether it is idle.
 *
 * The board gets the bytes in `waiting`, which is a list of arrays; bytes for which it has no room stay in the list.
 * `onbytes(bytes)` gets the board's answers. `onchange()` is called when a watched item has changed; if `onchange()`
 * returns true, the slice ends.
 */
export function runBoard(board, waiting, onbytes, onchange) {
    const until = performance.now() + SLICE;
    do {
        sendBytes(board, waiting);
        const reason = board.run(CLOCKS);
        if (reason === BYTES) onbytes(new Uint8Array(board.memory.buffer, board.output(), board.received()).slice());
        if (reason === IDLE && !waiting.length) return true;
        if (reason === CHANGED && onchange()) return false;
    } while (performance.now() < until);
    return false;
}

function sendBytes(board, waiting) {
    while (waiting.length) {
        const bytes = waiting[0].subarray(0, MOST_BYTES);
        new Uint8Array(board.memory.buffer, board.input(), bytes.length).set(bytes);
        waiting[0] = waiting[0].subarray(board.send(bytes.length));
        if (waiting[0].length) return;
        waiting.shift();
    }
}
