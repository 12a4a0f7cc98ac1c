/* The encoding of Slitherlinks and their solutions on the wire (docs/develop/protocol.md). */
#pragma once

#include "bits.h"
#include "engine.h"

/* Verify a size. */
enum reason slitherlink_check(uint32_t rows, uint32_t cols, bool stored, uint32_t largest_rows, uint32_t largest_cols);

uint32_t slitherlink_solution_bytes(uint32_t rows, uint32_t cols);

/* Call a function for each clue; return the end of the puzzle's bytes, NULL if it is beyond the end of the frame. Rows and
 * columns count from 0. */
static inline __attribute__((always_inline)) const uint8_t *slitherlink_clues(
    const struct puzzle *puzzle, void (*clue)(uint32_t row, uint32_t col, uint32_t clue))
{
    enum { CHUNK = 16, CLUE_BITS = 2 };
    uint32_t rows = puzzle->rows, cols = puzzle->cols, mask_bytes = (puzzle->cells + 7) / 8;
    if (mask_bytes > (size_t)(puzzle->end - puzzle->bytes))
        return NULL;
    struct bit_reader given = {.at = puzzle->bytes}, clues = {.at = puzzle->bytes + mask_bytes};
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t begin = 0; begin < cols; begin += CHUNK) {
            uint32_t mask = bits_get(&given, cols - begin < CHUNK ? cols - begin : CHUNK);
            for (uint32_t col = begin; mask != 0; col++, mask >>= 1)
                if (mask & 1)
                    clue(row, col, bits_get(&clues, CLUE_BITS));
        }
    return clues.at > puzzle->end ? NULL : clues.at;
}

/* Append up to 32 cells of a row to a solution: bit j is 1 if the cell in column j is inside. */
static inline void slitherlink_put(struct bit_writer *solution, uint32_t width, uint32_t inside)
{
    enum { CHUNK = 16 };
    if (width > CHUNK) {
        bits_put(solution, inside & 0xffff, CHUNK);
        width -= CHUNK;
        inside >>= CHUNK;
    }
    bits_put(solution, inside & ((1u << width) - 1), width);
}
