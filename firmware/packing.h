/* The encodings of puzzles and solutions (docs/develop/protocol.md). */
#pragma once

#include "bytes.h"
#include "engine.h"

/* All genres except Sudoku: their clues have a fixed number of bits, and a solution has one bit for each cell. */

/* Verify the size of a puzzle. */
enum reason clued_check(uint32_t rows, uint32_t cols, bool stored, uint32_t largest_rows, uint32_t largest_cols);

uint32_t clued_solution_bytes(uint32_t rows, uint32_t cols);

/* Return the start of the clues, or NULL if this is beyond the end of the frame. Before the clues, there is a bit for
 * each cell, which is 1 if the cell has a clue. */
static inline const uint8_t *clued_clues(const struct puzzle *puzzle)
{
    uint32_t bytes = bits_bytes(puzzle->cells);
    return bytes > (size_t)(puzzle->end - puzzle->bytes) ? NULL : puzzle->bytes + bytes;
}

/* Sudokus. */

/* The largest order whose puzzles are sent in one frame. */
#define WHOLE_ORDER 4
#define DIGIT_BITS 4 /* the bits of a digit, which is sent as digit - 1 */

/* The state of a reader of a puzzle's cells, row by row. */
struct sudoku_reader {
    struct bit_reader given, digits;
};

/* Verify the size of a Sudoku. */
enum reason sudoku_check(uint32_t rows, uint32_t cols, uint32_t least_order, uint32_t largest_order);

/* The last row and column are not sent, because they follow from the other cells. */
uint32_t sudoku_solution_bytes(uint32_t rows, uint32_t cols);

/* Start reading a puzzle; return false if its bytes end too early. */
static inline bool sudoku_begin(struct sudoku_reader *reader, const struct puzzle *puzzle)
{
    uint32_t mask_bytes = bits_bytes(puzzle->cells);
    *reader = (struct sudoku_reader){.given = {.at = puzzle->bytes}, .digits = {.at = puzzle->bytes + mask_bytes}};
    return mask_bytes <= (size_t)(puzzle->end - puzzle->bytes);
}

/* Return one bit for each of the next `cells` cells (at most 24). A bit is set if its cell has a given digit. */
static inline uint32_t sudoku_given(struct sudoku_reader *reader, uint32_t cells) { return bits_get(&reader->given, cells); }

/* Return the digit of the next given cell; the digit may be larger than the grid allows. */
static inline uint32_t sudoku_digit(struct sudoku_reader *reader) { return bits_get(&reader->digits, DIGIT_BITS) + 1; }

/* Return the end of the puzzle's bytes, or NULL if it is beyond the end of the frame. Call this once all cells have
 * been read. */
static inline const uint8_t *sudoku_end(const struct sudoku_reader *reader, const struct puzzle *puzzle)
{
    return reader->digits.at > puzzle->end ? NULL : reader->digits.at;
}

/* Return the smallest order, but at least 2, whose grids have at least this number of rows. */
static inline uint32_t sudoku_order(uint32_t rows)
{
    uint32_t order = 2;
    while (order * order < rows)
        order++;
    return order;
}
