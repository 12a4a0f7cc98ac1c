/* The deducer of Smullyanic Dynasties. */
#include "registers.h"

#define REGISTERS DYNASTY
#define OWN(name) DYNASTY_##name
enum {
    OWN_ROWS = BUILD_DYNASTY_ROWS,
    OWN_COLS = BUILD_DYNASTY_COLS,
    FRAME = 0,
    COLUMNS = 0,
    CLUE_BITS = 4,
    VALUE_OF_ONE = 1, /* shaded */
    EDGES = 0,
    CLUED_CELLS_ARE_ZERO = 0,
};
#include "deduction_thinning.h"

/* In the request, all clues come after the solution, because they do not follow from the solution: a knave's clue is
 * any wrong number. */
SELDOM void set_solved_clues(const uint8_t *solution, uint8_t *there)
{
    struct bit_reader clues = {.at = solution + solution_bytes};
    for (uint32_t row = 0, number = 0; row < rows; row++)
        for (uint32_t col = 0; col < cols; col++, number++)
            if (has_bit(there, number))
                deducer_set_clue(deducer_cell_at(row, col), bits_get(&clues, CLUE_BITS));
}

const struct engine dynasty_engine = {
    .check = check, .solution_bytes = clued_solution_bytes, .thinned_bits = CLUE_BITS,
    .run = {[TASK_SEARCH] = solve, [TASK_THIN] = thin_puzzle, [TASK_COUNT] = count_puzzle, [TASK_CERTAIN] = certain_puzzle},
};
