/* The host's jobs: receive requests, queue puzzles, answer (docs/develop/protocol.md). */
#pragma once

/* Call once, after reset. */
void jobs_begin(void);

/* Handle every received byte. */
void jobs_listen(void);

/* Solve the oldest waiting puzzle, if any, and handle requests meanwhile. */
void jobs_work(void);
