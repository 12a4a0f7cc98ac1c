// Sessions with devices that are not boards, with faulty boards, and with unusual boards.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { tcpChannel, truth } from "./truth.js";
import { LinkError } from "../../web/page/link/messages.js";
import { Session } from "../../web/page/link/session.js";

const TIMES = { timeout: 1, resend: 0.1 };
const PATIENT = { timeout: 4.5, resend: 0.1 };

// Most of these tests only wait, so they run at the same time.
suite("peers", { concurrency: true }, () => {
    for (const [name, { port, words }] of Object.entries(truth.noBoards)) {
        test(`no board: ${name}`, async () => {
            const channel = await tcpChannel(port);
            const began = performance.now();
            const error = await Session.open(channel, TIMES).then(() => null, (reason) => reason);
            assert.ok(error instanceof LinkError, String(error?.stack));
            assert.ok(words.every((word) => error.message.includes(word)), error.message);
            assert.ok(performance.now() - began < 5000);
        });
    }

    for (const [name, { port, jobs }] of Object.entries(truth.boards)) {
        test(`a board that ${name}`, async () => {
            const session = await Session.open(await tcpChannel(port), PATIENT);
            for (const { job, words, ...expected } of jobs) {
                const { status, solutions, message } = await session.solve(job);
                assert.deepEqual({ status, solutions: solutions.length }, expected, message);
                assert.ok(message.includes(words), message);
            }
            session.close();
        });
    }

    test("a board that loses its puzzles again and again is given up", async () => {
        const session = await Session.open(await tcpChannel(truth.forgetful.port), PATIENT);
        await assert.rejects(session.solve(truth.forgetful.job), /again and again/);
        session.close();
    });

    test("a closed session says so", async () => {
        const session = await Session.open(await tcpChannel(truth.closed.port), PATIENT);
        session.close();
        await assert.rejects(session.solve(truth.closed.job), /disconnected/);
    });
});
