// Sessions with a simulated board, against what the host gets from it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BoardError, LinkError } from "../../web/page/link/errors.js";
import { SIMULATED, Session } from "../../web/page/link/session.js";
import { certain, count, thin } from "../../web/page/link/tasks.js";
import { genreOf } from "../../web/page/puzzles/genres.js";
import { tcpChannel } from "./tcp.js";
import { truth } from "./truth.js";

const TASKS = { certain: () => certain(), count: ({ most }) => count(most), thin: (options) => thin(options) };

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

async function allOf(outcomes) {
    const found = [];
    for await (const outcome of outcomes) {
        found.push(outcome);
    }
    return found;
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
    const { build, clock, bitRate, room, version } = identity;
    assert.deepEqual({ build, clock, bitRate, room, version, engines }, truth.identity);
}));

test("one job alone has the host's outcome, with its cycles and counters", () => withSession(truth.port, async (session) => {
    for (const { job, outcome } of truth.alone) {
        const found = await session.solve(jobOf(job));
        assertSame(found, outcome);
        assert.deepEqual(found.counters, outcome.counters);
        assert.ok(Math.abs(found.cycles - outcome.cycles) <= POLL_CYCLES + outcome.cycles / 10, `${found.cycles} cycles`);
    }
}));

test("many jobs come back in order", () => withSession(truth.port, async (session) => {
    const jobs = truth.alone.map(({ job }) => jobOf(job));
    const outcomes = await allOf(session.run(jobs));
    assert.equal(outcomes.length, jobs.length);
    outcomes.forEach((outcome, at) => {
        assertSame(outcome, truth.alone[at].outcome);
    });
}));

test("jobs that are broken off do not disturb those that follow", () => withSession(truth.port, async (session) => {
    const jobs = truth.alone.map(({ job }) => jobOf(job));
    for (let times = 0; times < 3; times++) {
        for await (const outcome of session.run(jobs)) {
            assert.equal(outcome.puzzle, jobs[0].puzzle);
            break;
        }
    }
    const { job, outcome } = truth.alone[0];
    assertSame(await session.solve(jobOf(job)), outcome);
}));

test("a long search tells its progress, and ends when it shall", () => withSession(truth.port, async (session) => {
    const { puzzle, limit } = truth.long;
    const progress = [];
    const task = count();
    const limited = await session.solve({ puzzle, task, limit }, { onprogress: (job, state) => progress.push(state) });
    assert.ok(limited.cycles >= limit && limited.counted > 0 && !limited.complete);
    assert.equal(limited.unique, limited.counted > 1 ? false : null);
    const running = allOf(session.run([{ puzzle, task }, { puzzle, task }, { puzzle }], {
        onprogress: (job, state) => {
            progress.push(state);
            session.cancel();
        },
    }));
    await assert.rejects(session.solve({ puzzle }), LinkError);
    const outcomes = await running;
    assert.equal(outcomes[0].complete, false);
    assert.deepEqual(outcomes.slice(1).map(({ status }) => status), ["cancelled", "cancelled"]);
    assert.ok(progress.length && progress.every(({ cycles, nodes }) => cycles >= 0 && nodes >= 0));
    assertSame(await session.solve(jobOf(truth.alone[0].job)), truth.alone[0].outcome);
}));

test("another build is refused", async () => {
    const other = Session.open(await tcpChannel(truth.port), { ...SIMULATED, build: "0123456789abcdef" });
    await assert.rejects(other, (error) => error instanceof BoardError && error.message.includes(truth.identity.build));
    await withSession(truth.port, async () => {}, { ...SIMULATED, build: truth.identity.build });
});

test("a damaged line brings the same answers", () => withSession(truth.damaged, async (session) => {
    const outcomes = await allOf(session.run(truth.alone.map(({ job }) => jobOf(job))));
    assert.equal(outcomes.length, truth.alone.length);
    outcomes.forEach((outcome, at) => {
        assertSame(outcome, truth.alone[at].outcome);
    });
}, { timeout: 4, resend: 0.05, patient: true }));

test("a line that is cut says so, after an outcome for each job that had begun", async () => {
    const session = await Session.open(await tcpChannel(truth.cut), SIMULATED);
    const outcomes = [];
    const run = async () => {
        for await (const outcome of session.run(Array(1000).fill(truth.alone).flat().map(({ job }) => jobOf(job)))) {
            outcomes.push(outcome);
        }
    };
    await assert.rejects(run(), (error) => error instanceof LinkError && error.message === "the board was unplugged");
    const lost = outcomes.filter((outcome) => outcome.lost);
    assert.ok(lost.length > 0 && lost.length < outcomes.length);
    assert.ok(lost.every(({ status, message }) => status === "error" && message.includes("unplugged")));
    const behind = outcomes.slice(outcomes.findIndex((outcome) => outcome.lost));
    assert.ok(behind.every(({ status }) => status === "error"));
    await assert.rejects(session.solve(jobOf(truth.alone[0].job)), LinkError);
});

test("all solutions are right by the page's own rules", () => {
    for (const { outcome } of truth.alone) {
        for (const solution of outcome.solutions) {
            assert.deepEqual(genreOf(outcome.puzzle).violations(outcome.puzzle, solution), []);
        }
    }
});
