// Which board solves: the simulated one in this page, until a real one is connected.

import { DEFAULT_BIT_RATE, ENGINES } from "../link/numbers.js";
import { choose } from "../link/question.js";
import { BOARD, SIMULATED, Session } from "../link/session.js";
import { sentence } from "../words.js";
import { MODULES } from "./modules.js";
import { hasSerial, openSerial } from "./serial.js";
import { openSimulated } from "./simulated.js";

/** The simulated board before it is needed. */
export const AT_REST = { kind: "simulated", state: "rest", identity: null, message: "" };

const UNPLUGGED = "The board was unplugged. The puzzle is still here, and the simulated board takes over.";

/** The answer to the question that needed the board says why. */
const MISSING = "The simulated board is not running. The next search starts it.";

/** Milliseconds after which a person wonders why the board has not started. */
const LONG = 3_000;

const LATE = "The simulated board is not here yet. A server that was just started builds it, which takes minutes.";

/** Return what opens sessions with boards, and keeps the state's `board`. */
export function createBoards(store) {
    let real = null;  // the session with a real board
    const simulated = new Map();  // promises of sessions, by module
    let newest = null;  // the promise that was asked for last

    function tell(board) {
        store.set({ board: { ...AT_REST, ...board } });
    }

    function begin(module) {
        const session = openSimulated(module.file).then(async (channel) => {
            const opened = await Session.open(channel, SIMULATED);
            channel.onclose = closing(channel, () => {
                simulated.delete(module);
                isMissing(session);
            });
            return opened;
        });
        simulated.set(module, session);
        session.catch(() => simulated.delete(module));
        return session;
    }

    function isMissing(session) {
        if (!real && session === newest) tell({ state: "lost", message: MISSING });
    }

    async function simulate(module) {
        if (!simulated.has(module)) tell({ state: "building" });
        const session = newest = simulated.get(module) ?? begin(module);
        const late = setTimeout(() => !real && session === newest && tell({ state: "building", message: LATE }), LONG);
        try {
            const { identity } = await session;
            if (!real && session === newest) tell({ state: "ready", identity: shown(identity) });
        } catch {
            isMissing(session);
        } finally {
            clearTimeout(late);
        }
        return session;
    }

    return {
        hasSerial: hasSerial(),

        /** Return why no board takes a puzzle, in words; null if one does. */
        refusal(puzzle) {
            const { refusal } = choose(puzzle, real ? real.identity.engines : SIMULATED_ENGINES);
            return refusal ? sentence(refusal) : null;
        },

        async sessionFor(puzzle) {
            return real ?? simulate(choose(puzzle, SIMULATED_ENGINES).built.module);
        },

        /** Give up a simulated board that does not end a cancelled job; a session gives up a real board itself. */
        giveUp(session) {
            if (session !== real) session.close();
        },

        async connect() {
            try {
                const channel = await openSerial(DEFAULT_BIT_RATE);
                const session = await Session.open(channel, BOARD);
                channel.onclose = closing(channel, () => {
                    real = null;
                    tell({ state: "lost", message: UNPLUGGED });
                });
                real = session;
                tell({ kind: "serial", state: "ready", identity: shown(session.identity) });
            } catch (error) {
                if (error.name !== "NotFoundError") {  // a person who chose no port knows it
                    tell({ state: "lost", message: failure(error) });
                }
            }
        },

        async disconnect() {
            const session = real;
            real = null;
            tell({});
            await session?.close();
        },
    };
}

/** The engines of the simulated boards as an identity has them, each with its `module`. */
export const SIMULATED_ENGINES = MODULES.flatMap((module) => module.engines.map((one) => ({
    ...one, module, type: ENGINES.find(({ genre, name }) => genre === one.genre && name === one.name),
})));

/** Return what is told of a board: its build, and its engines with the sizes that they take. */
function shown({ build, clock, engines }) {
    return {
        build, clock,
        engines: engines.map(({ genre, name, rows, cols }) => ({ genre, name, size: `${rows}×${cols}` })),
    };
}

/** Return a channel's `onclose` that does what its session wants, and something more. */
function closing(channel, more) {
    const first = channel.onclose;
    return (words) => {
        first(words);
        more();
    };
}

function failure(error) {
    return error.name === "NetworkError" || error.name === "InvalidStateError"
        ? "The port cannot be opened: does another program use it?"
        : sentence(error.message);
}
