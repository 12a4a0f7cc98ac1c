#include "slitherlink.h"

enum reason puzzle_check(const uint8_t *puzzle, size_t length, uint32_t largest_rows, uint32_t largest_cols)
{
    if (length < 2 || puzzle[0] == 0 || puzzle[1] == 0)
        return REASON_MALFORMED;
    uint32_t rows = puzzle[0], cols = puzzle[1];
    if (length != 2 + (rows * cols + 1) / 2)
        return REASON_MALFORMED;
    if (rows > largest_rows || cols > largest_cols)
        return REASON_TOO_LARGE;
    for (uint32_t index = 0; index < rows * cols; index++) {
        uint32_t clue = puzzle_clue(puzzle, index);
        if (clue > 3 && clue != NO_CLUE)
            return REASON_MALFORMED;
    }
    return REASON_ACCEPTED;
}
