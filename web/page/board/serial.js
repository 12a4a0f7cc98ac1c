// The channel to a board at a serial port of this computer, over Web Serial.

/** The size of the port's buffer: it has room for the longest frames. */
const BUFFER_BYTES = 1 << 16;

export function hasSerial() {
    return "serial" in navigator;
}

/**
 * Let the person choose a port, open it, and return its channel.
 *
 * Rejects with a DOMException: its name is NotFoundError if the person chose no port, and NetworkError if another
 * program uses the port.
 */
export async function openSerial(bitRate) {
    const port = await navigator.serial.requestPort();
    await port.open({ baudRate: bitRate, bufferSize: BUFFER_BYTES });
    let reader = null, sending = Promise.resolve(), isClosed = false;

    async function write(bytes) {
        const writer = port.writable?.getWriter();
        if (!writer) {
            end();
            return;
        }
        try {
            await writer.write(bytes);
        } catch (error) {
            end(`the board was unplugged (${error.message})`);
        } finally {
            writer.releaseLock();
        }
    }

    async function read() {
        // After a line error such as a break, the port has a new stream; if the board was unplugged, the port has no
        // stream.
        while (port.readable && !isClosed) {
            reader = port.readable.getReader();
            try {
                for (;;) {
                    const { value, done } = await reader.read();
                    if (done) return;
                    channel.onbytes(value);
                }
            } catch {
                // The loop ends unless the port has a new stream.
            } finally {
                reader.releaseLock();
                reader = null;
            }
        }
        end();
    }

    function end(words) {
        if (!isClosed) {
            isClosed = true;
            channel.onclose(words);
        }
    }

    const channel = {
        onbytes() {},
        onclose() {},
        /** Send bytes after all earlier bytes, because a port can have only one writer at a time. */
        send: (bytes) => (sending = sending.then(() => write(bytes))),
        async close() {
            isClosed = true;
            await reader?.cancel().catch(() => {});
            await Promise.all([reading, sending]).catch(() => {});
            await port.close().catch(() => {});
        },
    };
    const reading = read();
    return channel;
}
