/* The host's requests about jobs, which are puzzles to solve (docs/develop/protocol.md). */
#pragma once

#include "engine.h"
#include "frame.h"

/* Discard all jobs, and end a running search. */
void jobs_discard(void);

/* Handle and answer a request of the host. Return ACCEPTED, or the reason why the request is refused. */
enum reason jobs_solve(const struct frame *request);
enum reason jobs_poll(const struct frame *request);
enum reason jobs_repeat(const struct frame *request);
enum reason jobs_cancel(const struct frame *request);
enum reason jobs_store(const struct frame *request);
enum reason jobs_fetch(const struct frame *request);

/* Report new states and results to the host during a long search. Return whether the host still wants the result of
 * this search. */
bool jobs_report(void);

/* Return whether the first job without a result is cancelled. */
bool job_is_cancelled(void);

/* The job whose puzzle, and later whose solutions, are in an engine's memory. */
extern struct storage {
    const struct engine *engine; /* NULL if there is no such job */
    uint16_t job;
    uint8_t solutions;
    uint32_t cells;
} storage;
