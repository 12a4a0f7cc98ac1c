// Payloads: integers of one to four bytes, the lowest byte first, and numbers of any length up to 64 bits.

import { ProtocolError } from "./errors.js";

const NUMBER_BITS = 64;

/** Return integers as bytes; each is `[number of bytes, value]`. */
export function packed(...integers) {
    return Uint8Array.from(integers.flatMap(([bytes, value]) =>
        Array.from({ length: bytes }, (_, at) => Math.floor(value / 2 ** (8 * at)) & 0xFF)));
}

/** Return the bytes of a number, the lowest seven bits first; every byte but the last has bit 7. */
export function varint(number) {
    const bytes = [];
    while (number > 0x7F) {
        bytes.push(number % 0x80 | 0x80);
        number = Math.floor(number / 0x80);
    }
    return Uint8Array.from([...bytes, number]);
}

/** Reads a payload from its beginning; ProtocolError beyond its end. */
export class Reader {
    #data;
    #at = 0;

    constructor(data) {
        this.#data = data;
    }

    /** Whether something is left. */
    get more() {
        return this.#at < this.#data.length;
    }

    /** Return the next bytes. */
    take(count) {
        const taken = this.#data.subarray(this.#at, this.#at + count);
        if (taken.length < count) {
            throw new ProtocolError(`${this.#data.length} bytes of payload are too few`);
        }
        this.#at += count;
        return taken;
    }

    /** Return the next integer of so many bytes. */
    integer(bytes) {
        return this.take(bytes).reduceRight((value, byte) => value * 256 + byte, 0);
    }

    /** Return the next number of up to 64 bits, exact up to 53 of them. */
    varint() {
        let number = 0, shift = 0;
        for (;;) {
            const byte = this.integer(1);
            number += (byte & 0x7F) * 2 ** shift;
            if (byte < 0x80) {
                return number;
            }
            shift += 7;
            if (shift >= NUMBER_BITS) {
                throw new ProtocolError(`a number has more than ${NUMBER_BITS} bits`);
            }
        }
    }

    /** Return all other bytes. */
    rest() {
        return this.take(this.#data.length - this.#at);
    }

    /** Throw a ProtocolError if something is left. */
    end(what) {
        if (this.more) {
            throw new ProtocolError(`${what}: ${this.rest().length} bytes of payload too many`);
        }
    }
}
