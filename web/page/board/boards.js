// Which board solves: the simulated one in this page, until a real one is connected.

import { genreOf } from "../genres.js";
import { DEFAULT_BIT_RATE } from "../link/numbers.js";
import { BOARD, SIMULATED, Session } from "../link/session.js";
import { sentence } from "../words.js";
import { hasSerial, openSerial } from "./serial.js";
import { findModules, openSimulated } from "./simulated.js";

/** The simulated board before it is needed. */
export const AT_REST = { kind: "simulated", state: "rest", identity: null, message: "" };

/** Return what opens sessions with boards, and keeps the state's `board`. */
export function createBoards(store) {
    let real = null;  // the session with a real board
    let simulated = null;  // {module, session}: a promise of a session
    const modules = findModules();

    function tell(board) {
        store.set({ board: { ...AT_REST, ...board } });
    }

    function begin(module) {
        const session = openSimulated(module).then(async (channel) => {
            const opened = await Session.open(channel, SIMULATED);
            channel.onclose = closing(channel, () => ended(session));
            return opened;
        });
        session.then(
            ({ identity }) => real || simulated?.session !== session || tell({ state: "ready", identity: shown(identity) }),
            (error) => real || simulated?.session !== session || tell({ state: "lost", message: error.message }),
        );
        return { module, session };
    }

    function ended(session) {
        if (simulated?.session === session) {
            simulated = null;
        }
    }

    return {
        hasSerial: hasSerial(),

        /** Return whether a board takes a puzzle: the real one if there is one, or a module of the simulated one. */
        takes(puzzle) {
            const engines = real ? real.identity.engines : modules.flatMap((module) => module.engines);
            return engines.some((engine) => fits(engine, puzzle));
        },

        /** Return a promise of a session with the board that takes a puzzle. */
        async sessionFor(puzzle) {
            if (real) {
                return real;
            }
            const module = modules.find(({ engines }) => engines.some((engine) => fits(engine, puzzle)));
            if (simulated?.module !== module) {
                simulated?.session.then((session) => session.close(), () => {});
                tell({ state: "building" });
                simulated = begin(module);
            }
            return simulated.session;
        },

        async connect() {
            try {
                const channel = await openSerial(DEFAULT_BIT_RATE);
                const session = await Session.open(channel, BOARD);
                channel.onclose = closing(channel, () => {
                    real = null;
                    tell({ state: "lost", message: "The board was unplugged. The puzzle is still here; the simulated board takes over." });
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

function fits({ genre, rows, cols, exact }, puzzle) {
    if (genreOf(puzzle).onBoards !== genre) {
        return false;
    }
    const within = (high, wide) => (exact ? high === rows && wide === cols : high <= rows && wide <= cols);
    return within(puzzle.rows, puzzle.cols) || within(puzzle.cols, puzzle.rows);
}

/** Return what is told of a board: its build, and its engines with the sizes that they take. */
function shown({ build, clock, engines }) {
    return { build, clock, engines: engines.map(({ genre, name, rows, cols }) => ({ genre, name, size: `${rows}×${cols}` })) };
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
