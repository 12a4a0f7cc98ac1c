// A channel to a board that listens at a TCP port, such as a simulated board.

import { connect } from "node:net";

/** Connect to a port, and return the channel. */
export async function tcpChannel(port) {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await new Promise((resolve, reject) => {
        socket.once("connect", resolve);
        socket.once("error", reject);
    });
    const channel = {
        sent: 0,
        received: 0,
        send(bytes) {
            channel.sent += bytes.length;
            socket.write(bytes);
        },
        close: () => socket.destroy(),
    };
    socket.on("data", (data) => {
        channel.received += data.length;
        channel.onbytes(new Uint8Array(data));
    });
    socket.on("error", () => {});
    socket.on("close", () => channel.onclose());
    return channel;
}
