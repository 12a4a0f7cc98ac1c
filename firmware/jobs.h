/* The host's jobs: puzzles wait in a queue, and results until the host has them (docs/develop/protocol.md). */
#pragma once

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

/* Solve the oldest waiting puzzle, if any; send results. */
void jobs_work(void);
