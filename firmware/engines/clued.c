#include "clued.h"

enum reason clued_check(uint32_t rows, uint32_t cols, bool stored, uint32_t largest_rows, uint32_t largest_cols)
{
    if (rows == 0 || cols == 0 || stored)
        return REASON_MALFORMED;
    return rows > largest_rows || cols > largest_cols ? REASON_TOO_LARGE : REASON_ACCEPTED;
}

uint32_t clued_solution_bytes(uint32_t rows, uint32_t cols) { return bits_bytes(rows * cols); }
