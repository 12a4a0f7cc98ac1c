// What a board says about itself.

import { ProtocolError } from "./errors.js";
import { ENGINES, MAX_BODY, VERSION } from "./numbers.js";

/**
 * @typedef {typeof ENGINES[number]} EngineType An engine as `numbers.js` describes it.
 *
 * @typedef {{genre: string, name: string, rows: number, cols: number, type: ?EngineType, genreNumber: number,
 *     number: number}} BuiltEngine
 * An engine of a build, and the largest puzzle for it, or the only size; `type` is null if it is not known here.
 *
 * @typedef {Readonly<{version: number, room: number, build: string, clock: number, bitRate: number,
 *     engines: ReadonlyArray<BuiltEngine>}>} Identity
 * `room`: bytes for puzzles that wait; `build`: the build hash; `clock` in Hz; `bitRate`: the one after a reset.
 */

/**
 * Return the identity in the payload of IDENTITY; of another version of the protocol nothing but that is known.
 *
 * @param {import("./payload.js").Reader} payload
 * @returns {Identity}
 * @throws {ProtocolError}
 */
export function decodeIdentity(payload) {
    const version = payload.integer(1);
    if (version !== VERSION) {
        payload.rest();
        return { version };
    }
    const identity = {
        version,
        room: payload.integer(2),
        build: Array.from(payload.take(8), (byte) => byte.toString(16).padStart(2, "0")).join(""),
        clock: payload.integer(4),
        bitRate: payload.integer(4),
    };
    const engines = Array.from({ length: payload.integer(1) }, () => builtEngine(payload));
    if (identity.room < MAX_BODY) {
        throw new ProtocolError(`IDENTITY: ${identity.room} bytes are no room for a puzzle`);
    }
    if (!identity.clock || !identity.bitRate) {
        throw new ProtocolError("IDENTITY: clock and bit rate must not be 0");
    }
    return Object.freeze({ ...identity, engines: Object.freeze(engines) });
}

function builtEngine(payload) {
    const [genreNumber, number, rows, cols] = [1, 2, 3, 4].map(() => payload.integer(1));
    const ofGenre = ENGINES.filter((one) => one.genreNumber === genreNumber);
    const type = ofGenre.find((one) => one.number === number) ?? null;
    const genre = ofGenre[0]?.genre ?? `genre ${genreNumber}`;
    return Object.freeze({ genre, name: type?.name ?? `engine ${number}`, rows, cols, type, genreNumber, number });
}
