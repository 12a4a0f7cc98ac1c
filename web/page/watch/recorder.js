// Records an engine while it solves a puzzle: the recording has every clock in which a watched item changes.

import { runBoard } from "../board/module.js";
import { SIMULATED, Session } from "../link/session.js";

/**
 * @typedef {{items: Object[], first: Uint32Array, clocks: Uint32Array, ends: Uint32Array, places: Uint16Array,
 *     masks: Uint32Array, outcome: ?Object}} Recording
 * A plain object, so that a worker can send it. A state is one array with the words of all `items`. Position 0 is the
 * state `first`, in which the search begins; position p is the state after the p-th clock with a change. `clocks` has
 * the clock of each position. A change flips bits of a word in the state: `places` has the word, and `masks` has these
 * bits. `ends` has, for each position, the index in these two lists at which its changes end. `outcome` is null if the
 * recording ends before the search does.
 */

/**
 * Solve a puzzle on a new board, and return a promise of the recording.
 *
 * `board` has the exports of a module's instance, and `description` describes the module. The board searches for one
 * solution. The search begins when the item `search` enters the state `begins`; if this item is not a state machine,
 * `begins` is its value. The recording ends after at most `limit` clocks.
 */
export async function record(board, description, { puzzle, limit, onprogress = () => {}, ...recorded }) {
    board.begin();
    const watched = new Recorder(board, description, recorded);
    const waiting = [];
    const channel = { send: (bytes) => waiting.push(bytes), close() {} };
    let outcome = null, failure = null, ended = false;
    // The session does not ask for progress, because answering would cost cycles of the board's CPU.
    Session.open(channel, { ...SIMULATED, clock: () => 0 }).then(async (session) => {
        outcome = await session.solve({ puzzle, counters: true });
        session.close();
    }).catch((error) => (failure = error)).finally(() => (ended = true));

    while (!ended && watched.clock < limit) {
        runBoard(board, waiting, (bytes) => channel.onbytes(bytes), () => watched.take() >= limit);
        onprogress(watched.clock);
        await new Promise((resolve) => setTimeout(resolve));
    }
    if (failure) throw failure;
    if (!ended) channel.onclose();
    return { ...watched.recording(), outcome };
}

class Recorder {
    #board;
    #items;
    #search;
    #begins;  // the value that the item `search` has when the search begins
    #state;
    #first = null;
    #start = 0;  // the clock in which the search begins
    #clocks = [];
    #ends = [];
    #places = [];
    #masks = [];

    /** The board must have been reset: a reset determines the size of the board's memory and the places of the items. */
    constructor(board, description, { items, search, begins }) {
        this.#board = board;
        let place = 0;
        this.#items = items.map((name) => {
            const number = description.watched.findIndex((item) => item.name === name);
            if (number < 0) throw new Error("the description of the board is of another build; load the page again");
            const described = description.watched[number], size = described.words * (described.depth ?? 1);
            const words = new Uint32Array(board.memory.buffer, board.watched(number), size);
            place += size;
            return { described, number, words, place: place - size };
        });
        this.#state = new Uint32Array(place);
        this.#search = this.#items.find(({ described }) => described.name === search);
        this.#begins = this.#search.described.states?.indexOf(begins) ?? begins;
        board.stop_at(this.#search.number, 1);
    }

    get clock() {
        return this.#clocks.at(-1) ?? 0;
    }

    /**
     * Record the changes of the current clock, and return the clock. Until the search begins, only check whether it has
     * begun.
     */
    take() {
        if (this.#first === null) {
            if (this.#search.words[0] === this.#begins) this.#begin();
            return this.clock;
        }
        for (const item of this.#items) {
            const index = this.#board.changed(item.number);
            if (index >= 0) this.#compare(item, index * item.described.words);
        }
        this.#clocks.push(this.#board.clocks() - this.#start);
        this.#ends.push(this.#places.length);
        return this.clock;
    }

    recording() {
        return {
            items: this.#items.map(({ described }) => described),
            first: this.#first ?? this.#state,
            clocks: Uint32Array.from(this.#clocks),
            ends: Uint32Array.from(this.#ends),
            places: Uint16Array.from(this.#places),
            masks: Uint32Array.from(this.#masks),
        };
    }

    #begin() {
        this.#start = this.#board.clocks();
        for (const item of this.#items) {
            this.#state.set(item.words, item.place);
            this.#board.stop_at(item.number, 1);
        }
        this.#first = this.#state.slice();
        this.#clocks.push(0);
        this.#ends.push(0);
    }

    #compare({ described, words, place }, from) {
        for (let at = from; at < from + described.words; at++) {
            const mask = words[at] ^ this.#state[place + at];
            if (mask) {
                this.#places.push(place + at);
                this.#masks.push(mask);
                this.#state[place + at] = words[at];
            }
        }
    }
}
