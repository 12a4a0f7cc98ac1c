// Small numbers as bits, for the link protocol: the first number in the lowest bits.

/**
 * Return numbers of so many bits each (1, 2, 4 or 8) as bytes; the last byte is filled with zeros.
 *
 * @param {ReadonlyArray<number>} numbers
 * @param {number} bits
 * @returns {Uint8Array}
 */
export function pack(numbers, bits) {
    const data = new Uint8Array(Math.ceil(numbers.length * bits / 8));
    numbers.forEach((number, index) => {
        data[index * bits >> 3] |= number << (index * bits & 7);
    });
    return data;
}

/**
 * Return so many numbers, the inverse of `pack`; RangeError if the length is wrong.
 *
 * @param {Uint8Array} data
 * @param {number} count
 * @param {number} bits
 * @returns {number[]}
 */
export function unpack(data, count, bits) {
    const length = Math.ceil(count * bits / 8);
    if (data.length !== length) {
        throw new RangeError(`${count} cells are ${length} bytes long, not ${data.length}`);
    }
    const mask = (1 << bits) - 1;
    return Array.from({ length: count }, (_, index) => data[index * bits >> 3] >> (index * bits & 7) & mask);
}

/** Return byte arrays as one. @param {...Uint8Array} parts */
export function joined(...parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}
