/* The deducer of Smullyanic Dynasties. */
#define REGISTERS DYNASTY
#define OWN(name) DYNASTY_##name
#define OWN_ROWS BUILD_DYNASTY_ROWS
#define OWN_COLS BUILD_DYNASTY_COLS
#define FRAME 0
#define COLUMNS 0
#define CLUE_BITS 4
#define VALUE_OF_ONE 1 /* shaded */
#define EDGES 0
#define CLUES_FOLLOW 0 /* a knave's is any wrong number */
#define CLUED_CELLS_ARE_ZERO 0
#include "deduction_thinning.h"

const struct engine dynasty_engine = {
    .check = check, .solution_bytes = clued_solution_bytes, .thinned_bits = THINNED_BITS,
    .run = {[TASK_SEARCH] = solve, [TASK_THIN] = thin_puzzle, [TASK_COUNT] = count_puzzle, [TASK_CERTAIN] = certain_puzzle},
};
