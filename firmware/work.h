/* The work on the host's jobs. */
#pragma once

/* Solve the oldest waiting puzzles, if any; send results. */
void work(void);
