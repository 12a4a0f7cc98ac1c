/* The encoding of Slitherlinks and their solutions on the wire (docs/develop/protocol.md). */
#pragma once

#include "engine.h"

#define NO_CLUE 15

/* The clue of a cell; cells are counted from 0, row by row. */
static inline uint32_t puzzle_clue(const uint8_t *puzzle, uint32_t index)
{
    return puzzle[2 + index / 2] >> (index % 2 * 4) & 15;
}

/* Verify the encoding of a puzzle and its size. */
enum reason puzzle_check(const uint8_t *puzzle, size_t length, uint32_t largest_rows, uint32_t largest_cols);

/* Add a row to the solutions: bit j of word k is 1 if the cell in column 32 * k + j is inside. The engine counts a solution
 * when all its rows were added. */
static inline void solution_add_row(struct result *result, const uint32_t *words)
{
    for (uint32_t col = 0; col < result->cols; col += 8)
        result->bits[result->length++] = (uint8_t)(words[col / 32] >> col % 32);
}
