// Sessions with a simulated board, against what the host gets from it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tcpChannel } from "./tcp.js";
import { truth } from "./truth.js";
import { LinkError } from "../../web/page/link/messages.js";
import { certain, thin } from "../../web/page/link/question.js";
import { SIMULATED, Session } from "../../web/page/link/session.js";
import { fullPuzzle } from "../../web/page/make.js";

const TASKS = { certain: () => certain(), thin: (options) => thin(options) };

/** Return the job of one that the host had. */
function jobOf({ task, ...job }) {
    return { ...job, task: task ? TASKS[task.name](task) : null };
}

/** Use a session, and close it. */
async function withSession(port, use, options = SIMULATED) {
    const session = await Session.open(await tcpChannel(port), options);
    try {
        await use(session);
    } finally {
        session.close();
    }
}

/** Cycles that a question about a search may cost. */
const POLL_CYCLES = 5_000;

/** Assert that an outcome is the host's but for cycles and counters, which depend on what else the CPU had to do. */
function assertSame(outcome, { cycles, counters, ...expected }) {
    const told = Object.fromEntries(Object.keys(expected).map((name) => [name, outcome[name]]));
    assert.deepEqual(JSON.parse(JSON.stringify(told)), expected);
    assert.equal(outcome.cycles === null, cycles === null);
}

test("the identity is what the host reads", () => withSession(truth.port, async ({ identity }) => {
    const engines = identity.engines.map(({ genre, name, rows, cols }) => ({ genre, engine: name, rows, cols }));
    const { build, clock, version } = identity;
    assert.deepEqual({ build, clock, version, engines }, truth.identity);
}));

test("one job alone has the host's outcome, with its cycles and counters", () => withSession(truth.port, async (session) => {
    for (const { job, outcome } of truth.alone) {
        const found = await session.solve(jobOf(job));
        assertSame(found, outcome);
        const { searches, ...counters } = outcome.counters; // of which the page says nothing
        assert.deepEqual(found.counters, counters);
        assert.ok(Math.abs(found.cycles - outcome.cycles) <= POLL_CYCLES + outcome.cycles / 10, `${found.cycles} cycles`);
    }
}));

test("a long search tells its progress, and ends where it is told to", () => withSession(truth.port, async (session) => {
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

test("a damaged line brings the same answers", () => withSession(truth.damaged, async (session) => {
    for (const { job, outcome } of truth.alone) assertSame(await session.solve(jobOf(job)), outcome);
}, { timeout: 4, resend: 0.05, patient: true }));
