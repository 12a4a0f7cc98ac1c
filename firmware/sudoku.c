#include "sudoku.h"

enum refusal sudoku_check(const uint8_t *puzzle, size_t length, uint32_t least, uint32_t most)
{
    if (length < 2 || puzzle[0] != puzzle[1])
        return MALFORMED;
    uint32_t order = sudoku_order(puzzle[0]);
    if (order * order != puzzle[0])
        return MALFORMED;
    if (order < least || order > most)
        return TOO_LARGE;
    if (length != 2 + DIGIT_BYTES(order))
        return MALFORMED;
    for (uint32_t cell = 0; cell < order * order * order * order; cell++)
        if (sudoku_cell(puzzle, cell) > order * order)
            return MALFORMED;
    return ACCEPTED;
}
