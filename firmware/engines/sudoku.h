/* The encoding of Sudokus on the wire (docs/develop/protocol.md). */
#pragma once

#include "engine.h"

/* The largest order that is sent whole. Digits of smaller orders have four bits. */
#define WHOLE_ORDER 4
#define DIGIT_BYTES(order) ((order) < WHOLE_ORDER ? ((order) * (order) * (order) * (order) + 1) / 2 : 256)

/* The digit of a cell, 0 if it is open; cells are counted from 0, row by row. */
static inline uint32_t sudoku_cell(const uint8_t *puzzle, uint32_t index)
{
    return puzzle[0] < WHOLE_ORDER * WHOLE_ORDER ? puzzle[2 + index / 2] >> (index % 2 * 4) & 15 : puzzle[2 + index];
}

/* The order of a grid with that many rows, rounded up. */
static inline uint32_t sudoku_order(uint32_t rows)
{
    uint32_t order = 2;
    while (order * order < rows)
        order++;
    return order;
}

/* Verify the encoding of a puzzle and its order. */
enum reason sudoku_check(const uint8_t *puzzle, size_t length, uint32_t least, uint32_t most);
