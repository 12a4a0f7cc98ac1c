// Files of this site that are loaded when they are needed, such as the WebAssembly module of a simulated board, and the
// bytes to it and from it. docs/develop/browser.md describes the module's exports.

/**
 * Return what is in a file: `as` is "json" or "arrayBuffer".
 *
 * It throws an Error with plain words if the file does not come, or not as a whole.
 */
export async function fetchFile(address, as) {
    const name = String(address).split("/").at(-1);
    let answer;
    try {
        answer = await fetch(address);
        if (answer.ok) return await answer[as]();
    } catch (error) {
        throw new Error(error instanceof SyntaxError
            ? `${name} is damaged; load the page again`
            : `${name} does not come; try again when the network and the page’s server are there`, { cause: error });
    }
    throw new Error(`${name} does not come, the server says ${answer.status} ${answer.statusText}; try again later`);
}

/** Why `run` of the module has ended. */
export const BYTES = 1, IDLE = 2, CHANGED = 3;

/** The most bytes that the module takes at once. */
const MOST_BYTES = 4096;

/** Load a module, whatever type its server calls it; return the exports of an instance, which is one board. */
export async function loadModule(address) {
    const bytes = await fetchFile(address, "arrayBuffer");
    try {
        const { instance } = await WebAssembly.instantiate(bytes);
        return instance.exports;
    } catch (error) {
        throw new Error(error instanceof WebAssembly.CompileError
            ? `${address.split("/").at(-1)} is damaged; load the page again`
            : `the browser has no room for it, ${error.message}`, { cause: error });
    }
}

/** Give the board the bytes that wait for it, as many as it has room for; `waiting`, a list of arrays, keeps the others. */
export function sendBytes(board, waiting) {
    while (waiting.length) {
        const bytes = waiting[0].subarray(0, MOST_BYTES);
        new Uint8Array(board.memory.buffer, board.input(), bytes.length).set(bytes);
        waiting[0] = waiting[0].subarray(board.send(bytes.length));
        if (waiting[0].length) return;
        waiting.shift();
    }
}

export function receiveBytes(board) {
    return new Uint8Array(board.memory.buffer, board.output(), board.received()).slice();
}
