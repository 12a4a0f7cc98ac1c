/* Instead of the engine for every order and its firmware: a memory of cells, and a solver that the test supplies. */
#include "sudoku_scan.h"

#include <string.h>

#include "bytes.h"
#include "frame.h"
#include "identity.h"
#include "native.h"
#include "sudoku.h"

/* The puzzle, until a search has put solutions in its place. */
static uint8_t memory[SOLUTIONS_LARGEST * NATIVE_SCAN_CELLS];

static enum refusal check(const uint8_t *puzzle, size_t length)
{
    if (length != STORED_BYTES)
        return sudoku_check(puzzle, length, 2, WHOLE_ORDER);
    uint32_t cells = (uint32_t)puzzle[0] * puzzle[1];
    if (cells > NATIVE_SCAN_CELLS)
        return TOO_LARGE;
    return crc32(0, memory, cells) == get32(puzzle + 2) ? ACCEPTED : MALFORMED;
}

static enum refusal store(uint32_t offset, const uint8_t *cells, size_t length)
{
    if (offset > NATIVE_SCAN_CELLS || length > NATIVE_SCAN_CELLS - offset)
        return TOO_LARGE;
    memcpy(memory + offset, cells, length);
    return ACCEPTED;
}

static void fetch(uint32_t solution, uint32_t offset, uint8_t *cells, size_t length)
{
    memcpy(cells, memory + solution * NATIVE_SCAN_CELLS + offset, length);
}

static void solve(const uint8_t *puzzle, uint8_t count, struct result *result)
{
    bool whole = puzzle[0] <= WHOLE_ORDER * WHOLE_ORDER;
    uint32_t cells = (uint32_t)puzzle[0] * puzzle[1];
    for (uint32_t i = 0; whole && i < cells; i++)
        memory[i] = (uint8_t)sudoku_cell(puzzle, i);
    result->counters = 1;
    search_begins();
    result->complete = search_may_go_on(result);
    if (result->complete)
        result->solutions = native_scan.solve(puzzle[0], memory, count);
    search_ends(result);
    result->counter[0] = 1;
    if (result->complete && result->solutions == 0)
        result->status = NO_SOLUTION;
    for (uint32_t i = 0; whole && i < result->solutions; i++) {
        const uint8_t *from = memory + i * NATIVE_SCAN_CELLS;
        for (uint32_t cell = 0; cell < cells; cell += puzzle[0] > 15 ? 1 : 2)
            result->bits[result->length++] = puzzle[0] > 15 ? from[cell]
                : (uint8_t)(from[cell] | (cell + 1 < cells ? from[cell + 1] : 0) << 4);
    }
}

const struct genre sudoku_scan = {
    .genre = GENRE_SUDOKU, .engine = ENGINE_SCAN, .rows = identity_scan_rows, .cols = identity_scan_cols,
    .check = check, .solve = solve, .store = store, .fetch = fetch,
};
