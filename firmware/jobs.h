/* The host's requests about jobs: puzzles to solve, and whose results it wants (docs/develop/protocol.md). */
#pragma once

#include "engine.h"
#include "frame.h"

/* Forget all jobs, and end a running search. */
void jobs_forget(void);

/* Requests. */
void jobs_solve(const struct frame *request);
void jobs_poll(const struct frame *request);
void jobs_repeat(const struct frame *request);
void jobs_cancel(const struct frame *request);
void jobs_store(const struct frame *request);
void jobs_fetch(const struct frame *request);

/* While a search takes long: tell the host what it does not know. Return whether it still wants the result. */
bool jobs_tell(void);

/* Return whether the first job without a result is not wanted any more. */
bool job_is_cancelled(void);

/* The job whose puzzle, and later whose solutions, are in an engine's memory. */
extern struct storage {
    const struct engine *engine; /* NULL: no job */
    uint16_t job;
    uint8_t solutions;
    uint32_t cells;
} storage;
