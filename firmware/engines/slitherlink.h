/* The encoding of Slitherlinks and their solutions on the wire (docs/develop/protocol.md). */
#pragma once

#include "bits.h"
#include "engine.h"

/* Verify a size. */
enum reason slitherlink_check(uint32_t rows, uint32_t cols, bool stored, uint32_t largest_rows, uint32_t largest_cols);

uint32_t slitherlink_solution_bytes(uint32_t rows, uint32_t cols);

#define SLITHERLINK_CLUE_BITS 2

/* Return where the clues begin: before them there is a bit for each cell, 1 if it has one. NULL if that is beyond the end of the
 * frame. */
static inline const uint8_t *slitherlink_clues(const struct puzzle *puzzle)
{
    uint32_t bytes = bits_bytes(puzzle->cells);
    return bytes > (size_t)(puzzle->end - puzzle->bytes) ? NULL : puzzle->bytes + bytes;
}
