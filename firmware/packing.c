#include "packing.h"

enum reason clued_check(uint32_t rows, uint32_t cols, bool stored, uint32_t largest_rows, uint32_t largest_cols)
{
    if (rows == 0 || cols == 0 || stored)
        return REASON_MALFORMED;
    return rows > largest_rows || cols > largest_cols ? REASON_TOO_LARGE : REASON_ACCEPTED;
}

uint32_t clued_solution_bytes(uint32_t rows, uint32_t cols) { return bits_bytes(rows * cols); }

enum reason sudoku_check(uint32_t rows, uint32_t cols, uint32_t least_order, uint32_t largest_order)
{
    uint32_t order = sudoku_order(rows);
    if (rows != cols || order * order != rows)
        return REASON_MALFORMED;
    return order < least_order || order > largest_order ? REASON_TOO_LARGE : REASON_ACCEPTED;
}

uint32_t sudoku_solution_bytes(uint32_t rows, uint32_t cols) { return ((rows - 1) * (cols - 1) + 1) / 2; }
