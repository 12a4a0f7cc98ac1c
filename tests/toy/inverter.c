#include "bytes.h"
#include "search.h"

enum { BYTES = 4 }; /* the length of a puzzle and of a solution */

static enum reason check(uint32_t rows, uint32_t cols, bool stored)
{
    if (rows != 1 || cols == 0 || stored)
        return REASON_MALFORMED;
    return cols > BUILD_INVERTER_COLS ? REASON_TOO_LARGE : REASON_ACCEPTED;
}

static uint32_t solution_bytes(uint32_t rows, uint32_t cols)
{
    (void)rows;
    (void)cols;
    return BYTES;
}

static const uint8_t *solve(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    (void)terms;
    if (puzzle->end - puzzle->bytes < BYTES)
        return NULL;
    result->counters = INVERTER_COUNTERS;
    INVERTER->cells = get32(puzzle->bytes);
    search_begins();
    uint32_t inverse = INVERTER->inverse;
    search_ends(result);
    result->counter[INVERTER_NODES] = 1;
    result->end = put32(result->end, inverse);
    result->solutions = 1;
    result->complete = true;
    return puzzle->bytes + BYTES;
}

const struct engine inverter_engine = {.check = check, .solution_bytes = solution_bytes, .run = {[TASK_SEARCH] = solve}};
