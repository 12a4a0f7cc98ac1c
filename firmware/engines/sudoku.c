#include "sudoku.h"

enum reason sudoku_check(const uint8_t *puzzle, size_t length, uint32_t least, uint32_t most)
{
    if (length < 2 || puzzle[0] != puzzle[1])
        return REASON_MALFORMED;
    uint32_t order = sudoku_order(puzzle[0]);
    if (order * order != puzzle[0])
        return REASON_MALFORMED;
    if (order < least || order > most)
        return REASON_TOO_LARGE;
    if (length != 2 + DIGIT_BYTES(order))
        return REASON_MALFORMED;
    for (uint32_t cell = 0; cell < order * order * order * order; cell++)
        if (sudoku_cell(puzzle, cell) > order * order)
            return REASON_MALFORMED;
    return REASON_ACCEPTED;
}
