/* The host's jobs: hears requests, queues puzzles, answers (docs/protocol.md). */
#ifndef JOBS_H
#define JOBS_H

/* To be called once, after reset. */
void jobs_begin(void);

/* Handles every byte that has come. */
void jobs_listen(void);

/* Solves the oldest waiting puzzle, if there is one, listening meanwhile. */
void jobs_work(void);

#endif
