// A recording with random access: the state at each position, and the phases of the engine.

export class Trace {
    /** The state at the current position, as one array of words. */
    state;

    /** The current position, from 0 to `length`. */
    position = 0;

    #recording;
    #items = new Map();

    /** @param {import("./recorder.js").Recording} recording */
    constructor(recording) {
        this.#recording = recording;
        this.state = recording.first.slice();
        let place = 0;
        for (const described of recording.items) {
            const item = new Item(this.state, described, place);
            this.#items.set(described.name, item);
            place += item.size;
        }
    }

    get length() {
        return this.#recording.clocks.length - 1;
    }

    /** The outcome of the search; null if the recording ends before the search. */
    get outcome() {
        return this.#recording.outcome;
    }

    /** Return items of an engine by their names. */
    itemsOf(engine, names) {
        return Object.fromEntries(names.map((name) => [name, this.#items.get(`${engine}.${name}`)]));
    }

    clockOf(position) {
        return this.#recording.clocks[position];
    }

    /** Return the last position that is not after a clock. */
    positionAt(clock) {
        const { clocks } = this.#recording;
        return lastUpTo(clocks.length, (at) => clocks[at], clock);
    }

    seek(position) {
        const { ends, places, masks } = this.#recording;
        // All changes between two positions are flipped, in both directions.
        const [from, to] = [ends[this.position], ends[position]].sort((one, other) => one - other);
        for (let at = from; at < to; at++) this.state[places[at]] ^= masks[at];
        this.position = position;
    }
}

/** A register or a memory in the state of a trace. */
class Item {
    #state;
    #place;
    #words;
    #states;
    #offsets;

    constructor(state, { words, depth, states, fields }, place) {
        this.#state = state;
        this.#place = place;
        this.#words = words;
        this.#states = states;
        this.#offsets = new Map((fields ?? []).map(({ name, offset, width }) => [name, { offset, width }]));
        this.depth = depth ?? 1;
        this.size = words * this.depth;
    }

    /** The value of up to 32 bits. */
    get value() {
        return this.#state[this.#place];
    }

    /** Return a word of a memory, with up to 32 bits. */
    word(index) {
        return this.#state[this.#place + index * this.#words];
    }

    get name() {
        return this.#states[this.value];
    }

    /** Return a bit of a register, or of a memory's word. */
    bit(at, index = 0) {
        return this.#state[this.#place + index * this.#words + (at >>> 5)] >>> (at & 31) & 1;
    }

    has(field) {
        return this.#offsets.has(field);
    }

    offset(field) {
        return this.#offsets.get(field).offset;
    }

    /** Return the value of a field, with up to 32 bits. */
    field(name, index = 0) {
        const { offset, width } = this.#offsets.get(name);
        let value = 0;
        for (let at = 0; at < width; at++) value += this.bit(offset + at, index) * 2 ** at;
        return value;
    }

    /** Return the number of the first set bit in a field, or in the whole word; -1 if no bit is set. */
    firstBit(field, index = 0) {
        const { offset, width } = field ? this.#offsets.get(field) : { offset: 0, width: 32 * this.#words };
        for (let at = 0; at < width; at++) {
            if (this.bit(offset + at, index)) return at;
        }
        return -1;
    }
}

/**
 * @typedef {{kind: string, depth: number, from: number, begin: number, end: number}} Segment
 * A phase of an engine's work: `depth` is the number of assumptions, `from` the first position, `begin` the first
 * clock, and `end` the clock in which the next segment begins.
 */

/**
 * Return the segments of a trace.
 *
 * `phaseAt()` returns the kind and the depth at the trace's position, and a `key` that also distinguishes phases. Other
 * fields from a segment's first position become part of the segment.
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

/** Return the number of the segment with a position. */
export function segmentAt(segments, position) {
    return lastUpTo(segments.length, (at) => segments[at].from, position);
}

/** Return the index of the last value up to a limit; values increase, and the first value is within the limit. */
function lastUpTo(length, valueAt, limit) {
    let low = 0, high = length;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        valueAt(middle) <= limit ? (low = middle) : (high = middle);
    }
    return low;
}

/**
 * Return a function that reads a position, the previous position, and the position shown before.
 *
 * The next position to show is usually near, so the latest results are cached.
 */
export function nearReader(read) {
    let near = new Map();
    return (position, since) => {
        const places = [position, position - 1, since].map((one) => Math.max(one, 0));
        near = new Map(places.map((one) => [one, near.get(one) ?? read(one)]));
        return places.map((one) => near.get(one));
    };
}
