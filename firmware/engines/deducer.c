/* The deducer of Slitherlinks. */
#include "registers.h"

#define REGISTERS DEDUCER
#define OWN(name) DEDUCER_##name
enum {
    OWN_ROWS = BUILD_DEDUCER_ROWS,
    OWN_COLS = BUILD_DEDUCER_COLS,
    FRAME = 1, /* a page has an additional row for the vertices below the last row of cells */
    COLUMNS = 0,
    CLUE_BITS = 2,
    VALUE_OF_ONE = 0, /* inside */
    EDGES = 1, /* TASK_CERTAIN also reports edges, that is, pairs of cells */
    CLUED_CELLS_ARE_ZERO = 0,
};
#include "deduction_thinning.h"

/* Cells with four lines cannot have a clue, because no clue is 4. */
SELDOM void set_solved_clues(const uint8_t *solution, uint8_t *there)
{
    for (uint32_t row = 0, number = 0; row < rows; row++) {
        bool left = false, inside = has_bit(solution, number);
        for (uint32_t col = 0; col < cols; col++, number++) {
            bool right = col + 1 < cols && has_bit(solution, number + 1);
            bool above = row > 0 && has_bit(solution, number - cols);
            bool below = row + 1 < rows && has_bit(solution, number + cols);
            uint32_t lines = (left != inside) + (right != inside) + (above != inside) + (below != inside);
            if (lines == 4)
                clear_bit(there, number);
            else if (has_bit(there, number))
                deducer_set_clue(deducer_cell_at(row, col), lines);
            left = inside;
            inside = right;
        }
    }
}

const struct engine deducer_engine = {
    .check = check, .solution_bytes = clued_solution_bytes,
    .run = {[TASK_SEARCH] = solve, [TASK_THIN] = thin_puzzle, [TASK_COUNT] = count_puzzle, [TASK_CERTAIN] = certain_puzzle},
};
