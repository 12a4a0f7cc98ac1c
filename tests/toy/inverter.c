#include "bytes.h"
#include "engine.h"

static enum reason check(const uint8_t *puzzle, size_t length)
{
    if (length != 2 + 4 || puzzle[0] != 1)
        return REASON_MALFORMED;
    return puzzle[1] > BUILD_INVERTER_COLS ? REASON_TOO_LARGE : REASON_ACCEPTED;
}

static void solve(const uint8_t *puzzle, uint8_t count, struct result *result)
{
    (void)count;
    result->counters = INVERTER_COUNTERS;
    INVERTER->cells = get32(puzzle + 2);
    search_begins();
    uint32_t inverse = INVERTER->inverse;
    search_ends(result);
    result->counter[INVERTER_NODES] = 1;
    put32(result->bits, inverse);
    result->length = 4;
    result->solutions = 1;
    result->complete = true;
}

const struct engine inverter_engine = {.check = check, .solve = solve};
