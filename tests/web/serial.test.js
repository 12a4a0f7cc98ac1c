// The channel to a serial port, tested with a fake port that is slow.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openSerial } from "../../web/page/board/serial.js";

/** Return a fake port, a log of its events, and a channel to the port. */
async function opened() {
    const events = [];
    const port = {
        async open({ baudRate }) {
            events.push(`open ${baudRate}`);
            this.readable = new ReadableStream();
            this.writable = new WritableStream({
                async write(bytes) {
                    await new Promise((resolve) => setTimeout(resolve, 10));
                    events.push(...bytes);
                },
            });
        },
        async close() {
            assert.ok(!this.readable.locked && !this.writable.locked);
            events.push("close");
        },
    };
    const navigator = { serial: { requestPort: async () => port } };
    Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
    return { events, port, channel: await openSerial(500) };
}

test("bytes that are sent while the port is busy are written later", async () => {
    const { events, channel } = await opened();
    await Promise.all([[1, 2], [3], [4, 5]].map((bytes) => channel.send(Uint8Array.from(bytes))));
    assert.deepEqual(events, ["open 500", 1, 2, 3, 4, 5]);
    await channel.close();
});

test("a port is closed after everything was sent", async () => {
    const { events, channel } = await opened();
    channel.send(Uint8Array.of(1));
    channel.send(Uint8Array.of(2));
    await channel.close();
    assert.deepEqual(events, ["open 500", 1, 2, "close"]);
});

test("a port that was unplugged ends the channel once", async () => {
    const { events, port, channel } = await opened();
    let ends = 0;
    channel.onclose = () => ends++;
    port.readable = port.writable = null;
    await channel.send(Uint8Array.of(1));
    await channel.send(Uint8Array.of(2));
    assert.equal(ends, 1);
    assert.deepEqual(events, ["open 500"]);
});
