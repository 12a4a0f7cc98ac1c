// What can go wrong between the page and a board.

/** The link cannot be used, or what is at its other end does not answer. */
export class LinkError extends Error {
    name = "LinkError";
}

/** The link is there, but what is at its other end does not answer, or not as a board does. */
export class BoardError extends LinkError {
    name = "BoardError";
}

/** A body that passed its CRC but is no message of this version of the protocol. */
export class ProtocolError extends Error {
    name = "ProtocolError";
}

/** A board cannot do a job; the message says why. */
export class Unsuitable extends Error {
    name = "Unsuitable";
}

/** Return the error for an answer that fits no message. */
export function nonsense(error) {
    return new BoardError(`the board's answer makes no sense: ${error.message}`);
}
