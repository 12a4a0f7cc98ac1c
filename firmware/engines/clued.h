/* The encoding of puzzles whose cells may have clues of a fixed number of bits, and of their solutions, a bit for each cell
 * (docs/develop/protocol.md). */
#pragma once

#include "bits.h"
#include "engine.h"

/* Verify a size. */
enum reason clued_check(uint32_t rows, uint32_t cols, bool stored, uint32_t largest_rows, uint32_t largest_cols);

uint32_t clued_solution_bytes(uint32_t rows, uint32_t cols);

/* Return where the clues begin: before them there is a bit for each cell, 1 if it has one. NULL if that is beyond the end of the
 * frame. */
static inline const uint8_t *clued_clues(const struct puzzle *puzzle)
{
    uint32_t bytes = bits_bytes(puzzle->cells);
    return bytes > (size_t)(puzzle->end - puzzle->bytes) ? NULL : puzzle->bytes + bytes;
}
