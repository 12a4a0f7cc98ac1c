/* Solving the host's jobs. */
#pragma once

/* Solve the oldest puzzles, if there are any, and send results. */
void work(void);
