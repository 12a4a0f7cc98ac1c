/* The deducer of Canal Views. */
#define REGISTERS CANAL
#define OWN(name) CANAL_##name
#define OWN_ROWS BUILD_CANAL_ROWS
#define OWN_COLS BUILD_CANAL_COLS
#define FRAME 0
#define COLUMNS 1 /* a page has a word for each column, too */
#define CLUE_BITS 8
#define VALUE_OF_ONE 1 /* shaded */
#include "deduction.h"

const struct engine canal_engine = {
    .check = check, .solution_bytes = clued_solution_bytes,
    .run = {[TASK_SEARCH] = solve, [TASK_COUNT] = count_puzzle, [TASK_CERTAIN] = certain_puzzle},
};
