// Records a board while it solves a puzzle: the recording has every clock in which a watched item changes.

import { runBoard } from "../board/module.js";
import { SIMULATED, Session } from "../link/session.js";

/**
 * The recorded items of the SoC around the engine. The number after an item is how many of its words are recorded: the
 * other words of an instruction contain only decoded signals.
 */
const MACHINE = [
    ["cpu.valid"], ["cpu.instruction", 2], ["bus.fetch"], ["bus.data"], ["bus.write"], ["bus.address"], ["bus.written"],
    ["uart.receiver"], ["uart.transmitter"], ["uart.tx"], ["uart.received"], ["uart.to_send"],
];

/**
 * @typedef {{items: Object[], first: Uint32Array, clocks: Uint32Array, ends: Uint32Array, places: Uint16Array,
 *     masks: Uint32Array}} Track
 * A plain object, so that a worker can send it. A state is one array with the words of all `items`. Position 0 is the
 * state `first`, in which the search begins; position p is the state after the p-th clock with a change. `clocks` has
 * the clock of each position. A change flips bits of a word in the state: `places` has the index of the word, and
 * `masks` has the bits. For each position, `ends` has the index in `places` and `masks` at which the changes of this
 * position end.
 *
 * @typedef {Track & {machine: Track, outcome: ?Object}} Recording
 * The track of the engine, and that of the SoC around it. `outcome` is null if the recording ends before the search
 * does.
 */

/**
 * Solve a puzzle on a new board, and return a promise of the recording.
 *
 * `board` has the exports of a module's instance, and `description` describes the module. The board searches for one
 * solution. The search begins when the item `search` enters the state `begins`; if this item is not a state machine,
 * `begins` is its value. The recording ends after at most `limit` clocks.
 */
export async function record(board, description, {
    puzzle, items, search, begins, limit, onprogress = () => {},
}) {
    board.begin();
    const engine = createTrack(board, description, items.map((name) => [name]));
    const tracks = [engine, createTrack(board, description, MACHINE)], searching = engine.itemOf(search);
    const beginning = searching.described.states?.indexOf(begins) ?? begins;
    const waiting = [];
    const channel = { send: (bytes) => waiting.push(bytes), close() {} };
    let start = null;  // the clock in which the search begins
    let outcome = null, failure = null, ended = false;
    board.stop_at(searching.number, 1);

    /** Record the changes of the current clock; until the search begins, only check whether it has begun. */
    function take() {
        if (start !== null) {
            for (const track of tracks) track.take(board.clocks() - start);
        } else if (searching.words[0] === beginning) {
            start = board.clocks();
            for (const track of tracks) track.begin();
        }
        return engine.clock >= limit;
    }

    // The session does not ask for progress, because answering would cost cycles of the board's CPU.
    Session.open(channel, { ...SIMULATED, clock: () => 0 }).then(async (session) => {
        outcome = await session.solve({ puzzle, counters: true });
        session.close();
    }).catch((error) => (failure = error)).finally(() => (ended = true));

    while (!ended && engine.clock < limit) {
        runBoard(board, waiting, (bytes) => channel.onbytes(bytes), take);
        onprogress(engine.clock);
        await new Promise((resolve) => setTimeout(resolve));
    }
    if (failure) throw failure;
    if (!ended) channel.onclose();
    const [recording, machine] = tracks.map((track) => track.recorded());
    return { ...recording, machine, outcome };
}

/**
 * Return an object that records a track. The board must have been reset: a reset sets its memory's size and the places
 * of the items.
 */
function createTrack(board, description, names) {
    let place = 0;
    const items = names.map(([name, words]) => {
        const number = description.watched.findIndex((item) => item.name === name);
        if (number < 0) throw new Error("the description of the board is of another build; load the page again");
        const whole = description.watched[number], described = { ...whole, words: words ?? whole.words };
        const size = described.words * (described.depth ?? 1);
        place += size;
        return {
            described, number, words: new Uint32Array(board.memory.buffer, board.watched(number), size),
            place: place - size,
        };
    });
    const state = new Uint32Array(place), clocks = [], ends = [], places = [], masks = [];
    let first = state;

    function compare({ described, words, place }, from) {
        for (let at = from; at < from + described.words; at++) {
            const mask = words[at] ^ state[place + at];
            if (mask) {
                places.push(place + at);
                masks.push(mask);
                state[place + at] = words[at];
            }
        }
    }

    return {
        itemOf: (name) => items.find(({ described }) => described.name === name),

        /** The clock of the latest change. */
        get clock() {
            return clocks.at(-1) ?? 0;
        },

        begin() {
            for (const item of items) {
                state.set(item.words, item.place);
                board.stop_at(item.number, 1);
            }
            first = state.slice();
            clocks.push(0);
            ends.push(0);
        },

        take(clock) {
            let isChanged = false;
            for (const item of items) {
                const index = board.changed(item.number);
                if (index < 0) continue;
                isChanged = true;
                compare(item, index * item.described.words);
            }
            if (!isChanged) return;
            clocks.push(clock);
            ends.push(places.length);
        },

        recorded: () => ({
            items: items.map(({ described }) => described),
            first,
            clocks: Uint32Array.from(clocks),
            ends: Uint32Array.from(ends),
            places: Uint16Array.from(places),
            masks: Uint32Array.from(masks),
        }),
    };
}
