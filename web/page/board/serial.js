// The channel to a board at a serial port of this computer, by Web Serial.

/** The size of the port's buffer, enough for the longest frames. */
const BUFFER_BYTES = 1 << 16;

export function hasSerial() {
    return "serial" in navigator;
}

/**
 * Let the person choose a port, open it, and return its channel.
 *
 * Rejects with a DOMException named NotFoundError if none was chosen, and NetworkError if another program has it.
 */
export async function openSerial(bitRate) {
    const port = await navigator.serial.requestPort();
    await port.open({ baudRate: bitRate, bufferSize: BUFFER_BYTES });
    return new SerialChannel(port);
}

class SerialChannel {
    onbytes = () => {};
    onclose = () => {};

    #port;
    #reader = null;
    #reading;
    #sending = Promise.resolve();
    #closed = false;

    constructor(port) {
        this.#port = port;
        this.#reading = this.#read();
    }

    /** Send bytes after all earlier ones: a port has one writer at a time. */
    send(bytes) {
        this.#sending = this.#sending.then(() => this.#write(bytes));
        return this.#sending;
    }

    async #write(bytes) {
        const writer = this.#port.writable?.getWriter();
        if (!writer) {
            this.#end();
            return;
        }
        try {
            await writer.write(bytes);
        } catch (error) {
            this.#end(`the board was unplugged (${error.message})`);
        } finally {
            writer.releaseLock();
        }
    }

    async close() {
        this.#closed = true;
        await this.#reader?.cancel().catch(() => {});
        await Promise.all([this.#reading, this.#sending]).catch(() => {});
        await this.#port.close().catch(() => {});
    }

    async #read() {
        // After a line error such as a break, the port has a new stream; after it was unplugged, it has none.
        while (this.#port.readable && !this.#closed) {
            this.#reader = this.#port.readable.getReader();
            try {
                for (;;) {
                    const { value, done } = await this.#reader.read();
                    if (done) return;
                    this.onbytes(value);
                }
            } catch {
                // the loop ends if the port has no new stream
            } finally {
                this.#reader.releaseLock();
                this.#reader = null;
            }
        }
        this.#end();
    }

    #end(words) {
        if (!this.#closed) {
            this.#closed = true;
            this.onclose(words);
        }
    }
}
