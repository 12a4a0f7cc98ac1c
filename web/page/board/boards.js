// Chooses the board for a job: a simulated board in this page, until the person connects a real board.

import { DEFAULT_BIT_RATE, ENGINES } from "../link/numbers.js";
import { choose } from "../link/question.js";
import { BOARD, SIMULATED, Session } from "../link/session.js";
import { sentence } from "../words.js";
import { MODULES } from "./modules.js";
import { hasSerial, openSerial } from "./serial.js";
import { openSimulated } from "./simulated.js";

/** The state of the simulated board before the first search. */
export const AT_REST = { kind: "simulated", state: "rest", identity: null, message: "" };

const UNPLUGGED = "The board was unplugged. The puzzle is still here, and the simulated board can solve it.";

const BUSY = "The port cannot be opened: does another program use it?";

/** The board's message after a simulated board has failed. The search has a message of its own, with the reason. */
const MISSING = "The simulated board is not running. The next search starts it.";

/** Milliseconds until the page explains why the board has not started yet. */
const LONG = 3_000;

const LATE = "The simulated board is not ready yet. A server that was just started needs a few minutes to build it.";

/** Return an object that opens sessions with boards and updates the state's `board`. */
export function createBoards(store) {
    let real = null;  // the session with a real board
    const simulated = new Map();  // for each module, a promise of the session with its board
    let newest = null;  // the promise of the session that was used most recently

    function setBoard(board) {
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
        if (!real && session === newest) setBoard({ state: "lost", message: MISSING });
    }

    async function simulate(module) {
        if (!real && !simulated.has(module)) setBoard({ state: "building" });
        const session = newest = simulated.get(module) ?? begin(module);
        const late = setTimeout(() => {
            if (!real && session === newest) setBoard({ state: "building", message: LATE });
        }, LONG);
        try {
            const { identity } = await session;
            if (!real && session === newest) setBoard({ state: "ready", identity: shown(identity) });
        } catch {
            isMissing(session);
        } finally {
            clearTimeout(late);
        }
        return session;
    }

    return {
        hasSerial: hasSerial(),

        /** Return a sentence with the reason why no board can solve a puzzle; null if a board can solve it. */
        refusal(puzzle) {
            const { refusal } = choose(puzzle, real ? real.identity.engines : SIMULATED_ENGINES);
            return refusal ? sentence(refusal) : null;
        },

        /** Return a session with the connected board. Without one, or if `isSimulated` is set, simulate a board. */
        async sessionFor(puzzle, isSimulated) {
            return real && !isSimulated ? real : simulate(choose(puzzle, SIMULATED_ENGINES).built.module);
        },

        /** Stop a simulated board that does not end a cancelled job. With a real board, the session times out. */
        giveUp(session) {
            if (session !== real) session.close();
        },

        async connect() {
            try {
                const channel = await openSerial(DEFAULT_BIT_RATE);
                const session = await Session.open(channel, BOARD);
                channel.onclose = closing(channel, () => {
                    real = null;
                    setBoard({ state: "lost", message: UNPLUGGED });
                });
                real = session;
                setBoard({ kind: "serial", state: "ready", identity: shown(session.identity) });
            } catch (error) {
                if (error.name === "NotFoundError") return;  // the person has not chosen a port
                const isBusy = ["NetworkError", "InvalidStateError"].includes(error.name);
                setBoard({ state: "lost", message: isBusy ? BUSY : sentence(error.message) });
            }
        },

        async disconnect() {
            const session = real;
            real = null;
            setBoard({});
            await session?.close();
        },
    };
}

/** The engines of the simulated boards, in the format of an identity's engines, each with its `module`. */
export const SIMULATED_ENGINES = MODULES.flatMap((module) => module.engines.map((one) => ({
    ...one, module, type: ENGINES.find(({ genre, name }) => genre === one.genre && name === one.name),
})));

/**
 * Return the facts that the page shows about a board: its build, its clock, its number of SoCs, and its engines with
 * their sizes; equal engines in several SoCs are shown once.
 */
function shown({ build, clock, socs, engines }) {
    const sizes = new Map(engines.map(({ genre, name, rows, cols }) => {
        const engine = { genre, name, size: `${rows}×${cols}` };
        return [Object.values(engine).join(), engine];
    }));
    return { build, clock, socs, engines: [...sizes.values()] };
}

/** Return a handler `onclose` that calls the session's handler first and then the function `more`. */
function closing(channel, more) {
    const first = channel.onclose;
    return (words) => {
        first(words);
        more();
    };
}
