/* The deducer of Canal Views. */
#include "registers.h"

#define REGISTERS CANAL
#define OWN(name) CANAL_##name
enum {
    OWN_ROWS = BUILD_CANAL_ROWS,
    OWN_COLS = BUILD_CANAL_COLS,
    FRAME = 0,
    COLUMNS = 1, /* a page also has a word for each column */
    CLUE_BITS = 8,
    VALUE_OF_ONE = 1, /* shaded */
    EDGES = 0,
    CLUED_CELLS_ARE_ZERO = 1,
};
#include "deduction_thinning.h"

/* Only unshaded cells can have a clue, which is the number of shaded cells in view. */
SELDOM void set_solved_clues(const uint8_t *solution, uint8_t *there)
{
    for (uint32_t row = 0, number = 0; row < rows; row++)
        for (uint32_t col = 0; col < cols; col++, number++) {
            if (has_bit(solution, number))
                clear_bit(there, number);
            if (!has_bit(there, number))
                continue;
            /* Look to the right, down, to the left and up. A cell is encoded in two bytes: the row and the column. */
            uint32_t clue = 0, step = 1, next_step = 0x100;
            do {
                uint32_t cell = row << 8 | col;
                while (cell_col(cell += step) < cols && cell_row(cell) < rows
                       && has_bit(solution, cell_number(cell_row(cell), cell_col(cell))))
                    clue++;
                uint32_t turned = -step;
                step = next_step;
                next_step = turned;
            } while (step != 1);
            deducer_set_clue(deducer_cell_at(row, col), clue);
        }
}

const struct engine canal_engine = {
    .check = check, .solution_bytes = clued_solution_bytes,
    .run = {[TASK_SEARCH] = solve, [TASK_THIN] = thin_puzzle, [TASK_COUNT] = count_puzzle, [TASK_CERTAIN] = certain_puzzle},
};
