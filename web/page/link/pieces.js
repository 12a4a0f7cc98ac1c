// Puzzles and solutions that are too large for a message: in pieces to a board's memory, and from there.

import { joined } from "../puzzles/bits.js";
import { fetchPiece, store as storeRequest } from "./messages.js";
import { Kind, MAX_PIECE, Reason } from "./numbers.js";

/** The board has forgotten the session, and all that it stored. */
export class Forgotten extends Error {}

/**
 * Store a puzzle's cells for a job, the next one; Forgotten if the session is.
 *
 * @param {import("./session.js").Session} session
 * @param {number} number The job's.
 * @param {import("./pending.js").PendingJob} job
 * @param {() => boolean} isCancelled Ends this.
 * @returns {Promise<boolean>} Whether all cells are there; not if it was cancelled.
 */
export async function store(session, number, { kind, cells }, isCancelled) {
    for (let offset = 0; offset < cells.length; offset += MAX_PIECE) {
        if (isCancelled()) {
            return false;
        }
        const piece = cells.subarray(offset, offset + MAX_PIECE), end = offset + piece.length;
        const isAnswer = (answer) => answer.kind === Kind.STORED && answer.end === end;
        await ask(session, number, storeRequest(kind.genre, kind.engine, offset, piece), isAnswer);
    }
    return true;
}

/** Return a job's solutions, `count` of so many cells each, a byte a cell; Forgotten if the session is. */
export async function fetchSolutions(session, number, count, cells) {
    const solutions = [];
    for (let solution = 0; solution < count; solution++) {
        solutions.push(await fetchOne(session, number, solution, cells));
    }
    return solutions;
}

async function fetchOne(session, number, solution, cells) {
    const pieces = [];
    for (let offset = 0; offset < cells;) {
        const request = fetchPiece(solution, offset, Math.min(MAX_PIECE, cells - offset));
        const isAnswer = (answer) =>
            answer.kind === Kind.PIECE && answer.solution === solution && answer.offset === offset;
        const piece = await ask(session, number, request, isAnswer);
        if (!piece.cells.length) {
            break; // the board has no more of it
        }
        pieces.push(piece.cells);
        offset += piece.cells.length;
    }
    return joined(...pieces);
}

async function ask(session, number, request, isAnswer) {
    const answer = await session.ask(request, isAnswer, { refusals: [Reason.NO_SESSION], sequence: number });
    if (answer.kind === Kind.REFUSED) {
        throw new Forgotten();
    }
    return answer;
}
