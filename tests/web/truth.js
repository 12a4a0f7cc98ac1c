// The data that Python provides for the tests of a file.

import { readFileSync } from "node:fs";

export const truth = JSON.parse(readFileSync(process.env.ROWLOOM_TRUTH, "utf8"));

/** Return the bytes that hexadecimal digits stand for. */
export function bytes(hex) {
    return Uint8Array.from(Buffer.from(hex, "hex"));
}

/** Return the hexadecimal digits of bytes. */
export function hex(data) {
    return Buffer.from(data).toString("hex");
}

/** Call a function; return the error that it throws, or null if it throws none. */
export function thrown(run) {
    try {
        run();
        return null;
    } catch (error) {
        return error;
    }
}
