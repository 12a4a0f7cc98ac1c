// The data that Python passes to the tests of a file, and functions that several files use.

import { readFileSync } from "node:fs";
import { connect } from "node:net";

export const truth = JSON.parse(readFileSync(process.env.ROWLOOM_TRUTH, "utf8"));

/** Return the bytes that hexadecimal digits stand for. */
export function bytes(hex) {
    return Uint8Array.from(Buffer.from(hex, "hex"));
}

/** Return the hexadecimal digits of bytes. */
export function hex(data) {
    return Buffer.from(data).toString("hex");
}

/** Return a channel to a board that listens at a TCP port, such as a simulated board. */
export async function tcpChannel(port) {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await new Promise((resolve, reject) => {
        socket.once("connect", resolve);
        socket.once("error", reject);
    });
    const channel = { send: (bytes) => socket.write(bytes), close: () => socket.destroy() };
    socket.on("data", (data) => channel.onbytes(new Uint8Array(data)));
    socket.on("error", () => {});
    socket.on("close", () => channel.onclose());
    return channel;
}
