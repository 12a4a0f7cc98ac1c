// Sessions with a simulated board have the same outcomes as the host's sessions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tcpChannel, truth } from "./truth.js";
import { LinkError } from "../../web/page/link/messages.js";
import { certain, thin } from "../../web/page/link/question.js";
import { SIMULATED, Session } from "../../web/page/link/session.js";
import { fullPuzzle } from "../../web/page/make.js";

const TASKS = { certain: () => certain(), thin: (options) => thin(options) };

/** Return the page's job that corresponds to a job of the host. */
function jobOf({ task, ...job }) {
    return { ...job, task: task ? TASKS[task.name](task) : null };
}

/** Open a session, call `use` with it, and close it. */
async function withSession(port, use, options = SIMULATED) {
    const session = await Session.open(await tcpChannel(port), options);
    try {
        await use(session);
    } finally {
        session.close();
    }
}

/** The maximum number of cycles that requests for progress may add to a search. */
const POLL_CYCLES = 5_000;

/**
 * Assert that an outcome equals the host's. Cycles and counters may differ, since they depend on the CPU's other work.
 */
function assertSame(outcome, { cycles, counters, ...expected }) {
    const found = Object.fromEntries(Object.keys(expected).map((name) => [name, outcome[name]]));
    assert.deepEqual(JSON.parse(JSON.stringify(found)), expected);
    assert.equal(outcome.cycles === null, cycles === null);
}

test("the identity is the host's", () => withSession(truth.port, async ({ identity }) => {
    const engines = identity.engines.map(({ genre, name, rows, cols }) => ({ genre, engine: name, rows, cols }));
    const { build, clock, version } = identity;
    assert.deepEqual({ build, clock, version, engines }, truth.identity);
}));

test("a job has the host's outcome, with its cycles and counters", () => withSession(truth.port, async (session) => {
    for (const { job, outcome } of truth.alone) {
        const found = await session.solve(jobOf(job));
        assertSame(found, outcome);
        const { searches, ...counters } = outcome.counters; // the page does not have the counter `searches`
        assert.deepEqual(found.counters, counters);
        assert.ok(Math.abs(found.cycles - outcome.cycles) <= POLL_CYCLES + outcome.cycles / 10, found.cycles);
    }
}));

test("a long search reports progress, and ends on a limit", () => withSession(truth.port, async (session) => {
    const { puzzle, solution } = fullPuzzle(truth.long), job = { puzzle, task: thin({ solution, seed: 1 }) };
    const progress = [], limit = 30_000;
    const limited = await session.solve({ ...job, limit }, { onprogress: (state) => progress.push(state) });
    assert.ok(limited.status === "solved" && limited.cycles >= limit, JSON.stringify(limited));
    const running = session.solve(job, {
        onprogress: (state) => {
            progress.push(state);
            session.cancel();
        },
    });
    await assert.rejects(session.solve({ puzzle }), LinkError);
    assert.equal((await running).status, "solved");
    assert.ok(progress.length && progress.every(({ cycles, nodes }) => cycles >= 0 && nodes >= 0));
    const early = session.solve(job);
    session.cancel();
    assert.equal((await early).status, "cancelled");
    assertSame(await session.solve(jobOf(truth.alone[0].job)), truth.alone[0].outcome);
}));

test("a damaged line gives the same answers", () => withSession(truth.damaged, async (session) => {
    for (const { job, outcome } of truth.alone) assertSame(await session.solve(jobOf(job)), outcome);
}, { ...SIMULATED, resend: 0.05 }));
