/* What the Slitherlink engines share: how a puzzle and its solutions pass over the line (docs/protocol.md). */
#ifndef SLITHERLINK_H
#define SLITHERLINK_H

#include "genre.h"

#define GENRE_SLITHERLINK 1
#define NO_CLUE 15

/* The clue of a cell; cells are counted from 0, row by row. */
static inline uint32_t puzzle_clue(const uint8_t *puzzle, uint32_t index)
{
    return puzzle[2 + index / 2] >> (index % 2 * 4) & 15;
}

/* Is it a puzzle, and no larger than that? */
enum refusal puzzle_check(const uint8_t *puzzle, size_t length, uint32_t largest_rows, uint32_t largest_cols);

/* Adds a row to the solutions: bit j of word k is 1 if the cell of column 32 * k + j is inside. A solution is complete
 * when all its rows were added; then the engine counts it. */
static inline void solution_add_row(struct result *result, const uint32_t *words)
{
    for (uint32_t col = 0; col < result->cols; col += 8)
        result->bits[result->length++] = (uint8_t)(words[col / 32] >> col % 32);
}

#endif
