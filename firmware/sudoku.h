/* What the Sudoku engines share: how a puzzle passes over the line (docs/protocol.md). */
#ifndef SUDOKU_H
#define SUDOKU_H

#include "genre.h"

#define GENRE_SUDOKU 2

/* The digit of a cell, 0 if it is open; cells are counted from 0, row by row. */
static inline uint32_t sudoku_cell(const uint8_t *puzzle, uint32_t index)
{
    return puzzle[0] < WHOLE_ORDER * WHOLE_ORDER ? puzzle[2 + index / 2] >> (index % 2 * 4) & 15 : puzzle[2 + index];
}

/* The order of a grid of so many rows, or the next one above if there is none. */
static inline uint32_t sudoku_order(uint32_t rows)
{
    uint32_t order = 2;
    while (order * order < rows)
        order++;
    return order;
}

/* Is it a puzzle, and of an order within these limits? */
enum refusal sudoku_check(const uint8_t *puzzle, size_t length, uint32_t least, uint32_t most);

#endif
