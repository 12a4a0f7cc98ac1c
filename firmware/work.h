/* Solving the host's jobs. */
#pragma once

/* Solve the oldest puzzles, if any, and send results. */
void work(void);
