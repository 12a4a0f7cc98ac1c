// Random access to the track of a recording: the state at each position, and the phases of the engine's work.

export class Trace {
    /** The state at the current position, which is one array of words. */
    state;

    /** The current position, from 0 to `length`. */
    position = 0;

    /** All items by their names, in the order in which they were recorded. */
    items = new Map();

    #recording;

    /** @param {import("./recorder.js").Recording} recording */
    constructor(recording) {
        this.#recording = recording;
        this.state = recording.first.slice();
        let place = 0;
        for (const described of recording.items) {
            const item = new Item(this.state, described, place);
            this.items.set(described.name, item);
            place += item.size;
        }
    }

    get length() {
        return this.#recording.clocks.length - 1;
    }

    /** The outcome of the search; null if the recording ends before the search does. */
    get outcome() {
        return this.#recording.outcome;
    }

    /** Return an object with the items of an engine under their `names`. */
    itemsOf(engine, names) {
        return Object.fromEntries(names.map((name) => [name, this.items.get(`${engine}.${name}`)]));
    }

    clockOf(position) {
        return this.#recording.clocks[position];
    }

    /** Return the last position whose clock is not after a given clock. */
    positionAt(clock) {
        const { clocks } = this.#recording;
        return lastUpTo(clocks.length, (at) => clocks[at], clock);
    }

    seek(position) {
        const { ends, places, masks } = this.#recording;
        // To move between positions, in either direction, flip the bits of all changes between them.
        const [from, to] = [ends[this.position], ends[position]].sort((one, other) => one - other);
        for (let at = from; at < to; at++) this.state[places[at]] ^= masks[at];
        this.position = position;
    }
}

/** A register or a memory whose content is in the state of a trace. */
class Item {
    #state;
    #place;
    #words;
    #states;
    #offsets;

    constructor(state, { width, words, depth, states, fields }, place) {
        this.#state = state;
        this.#place = place;
        this.#words = words;
        this.#states = states;
        this.#offsets = new Map((fields ?? []).map(({ name, offset, width }) => [name, { offset, width }]));
        this.width = Math.min(width, 32 * words);
        this.isMemory = depth !== null;
        this.depth = depth ?? 1;
        this.size = words * this.depth;
    }

    /** The value of a register of up to 32 bits. */
    get value() {
        return this.#state[this.#place];
    }

    /** Return a word of up to 32 bits from a memory. */
    word(index) {
        return this.#state[this.#place + index * this.#words];
    }

    /** The name of a state machine's state; undefined for other items. */
    get name() {
        return this.#states?.[this.value];
    }

    /** The value of a register of any width in hexadecimal digits. */
    get digits() {
        const words = this.#state.subarray(this.#place, this.#place + this.#words);
        const text = Array.from(words, (word) => word.toString(16).padStart(8, "0")).reverse().join("");
        return text.slice(-Math.ceil(this.width / 4));
    }

    /** Return a bit of a register or of a word in a memory. */
    bit(at, index = 0) {
        return this.#state[this.#place + index * this.#words + (at >>> 5)] >>> (at & 31) & 1;
    }

    has(field) {
        return this.#offsets.has(field);
    }

    /** Return the first bits of a field (or of the whole word), as a list of `count` numbers. */
    bits(field, count, index = 0) {
        const begin = 32 * (this.#place + index * this.#words) + (field ? this.#offsets.get(field).offset : 0);
        const bits = new Array(count);
        // This is most of the work for a picture, so it is a plain loop.
        for (let at = 0; at < count; at++) bits[at] = this.#state[begin + at >>> 5] >>> (begin + at & 31) & 1;
        return bits;
    }

    /** Return the value of a field of up to 32 bits. */
    field(name, index = 0) {
        return this.bits(name, this.#offsets.get(name).width, index)
            .reduce((value, bit, at) => value + bit * 2 ** at, 0);
    }

    /** Return the index of the first bit that is set in a field (or in the whole word); -1 if no bit is set. */
    firstBit(field, index = 0) {
        return this.bits(field, field ? this.#offsets.get(field).width : 32 * this.#words, index).indexOf(1);
    }
}

/**
 * @typedef {{kind: string, depth: number, from: number, begin: number, end: number}} Segment
 * A phase of an engine's work. `depth` is the number of assumptions, `from` is the first position, `begin` is the first
 * clock, and `end` is the clock in which the next segment begins.
 */

/**
 * Return the segments of a trace.
 *
 * `phaseAt()` returns the kind and the depth at the trace's position, and a `key`: a new segment begins if any of these
 * changes. A segment also has any other fields that `phaseAt()` returns at its first position.
 */
export function segmentsOf(trace, phaseAt) {
    const segments = [];
    let last = null;
    for (let position = 0; position <= trace.length; position++) {
        trace.seek(position);
        const phase = phaseAt();
        if (!last || phase.kind !== last.kind || phase.depth !== last.depth || phase.key !== last.key) {
            const begin = trace.clockOf(position);
            if (last) last.end = begin;
            last = { ...phase, from: position, begin, end: begin };
            segments.push(last);
        }
    }
    last.end = Math.max(trace.clockOf(trace.length), last.begin + 1);
    trace.seek(0);
    return segments;
}

/** Return the index of the segment that contains a position. */
export function segmentAt(segments, position) {
    return lastUpTo(segments.length, (at) => segments[at].from, position);
}

/** Return the index of the segment that contains a clock. */
export function segmentIn(segments, clock) {
    return lastUpTo(segments.length, (at) => segments[at].begin, clock);
}

/**
 * Return the place where the next segment begins, or `last` after the last segment. If `way` is -1, return the last
 * place before `place` where a segment begins. Places are positions if `field` is "from", and clocks if it is "begin".
 */
export function nextSegment(segments, field, place, way, last) {
    const at = lastUpTo(segments.length, (one) => segments[one][field], place);
    if (way > 0) return segments[at + 1]?.[field] ?? last;
    return segments[place > segments[at][field] ? at : Math.max(at - 1, 0)][field];
}

/** Return the index of the last value up to a limit. The values increase, and the first is not above the limit. */
function lastUpTo(length, valueAt, limit) {
    let low = 0, high = length;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        valueAt(middle) <= limit ? (low = middle) : (high = middle);
    }
    return low;
}

/**
 * Return a function that reads three positions: a position, its predecessor, and the position that was shown before.
 *
 * The next position that is shown is usually near, so the latest results are cached.
 */
export function cachedReader(read) {
    let near = new Map();
    return (position, since) => {
        const places = [position, position - 1, since].map((one) => Math.max(one, 0));
        near = new Map(places.map((one) => [one, near.get(one) ?? read(one)]));
        return places.map((one) => near.get(one));
    };
}
