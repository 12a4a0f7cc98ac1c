// The data that Python provides for the tests in a file.

import { readFileSync } from "node:fs";

export const truth = JSON.parse(readFileSync(process.env.ROWLOOM_TRUTH, "utf8"));

/** Return the bytes in hexadecimal digits. */
export function bytes(hex) {
    return Uint8Array.from(Buffer.from(hex, "hex"));
}

/** Return bytes as hexadecimal digits. */
export function hex(data) {
    return Buffer.from(data).toString("hex");
}

/** Return the error that a function throws; null if it returns. */
export function thrown(run) {
    try {
        run();
        return null;
    } catch (error) {
        return error;
    }
}
