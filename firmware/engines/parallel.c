#include "engine.h"
#include "parallel.h"
#include "sudoku.h"

#define ORDER BUILD_PARALLEL_ORDER

static uint32_t counted[PARALLEL_OWN_COUNTERS];

static enum reason check(const uint8_t *puzzle, size_t length)
{
    return sudoku_check(puzzle, length, ORDER, ORDER);
}

static void load(const uint8_t *puzzle)
{
    parallel_begin();
    uint32_t cell = 0;
    for (uint32_t band = 0; band < ORDER; band++)
        for (uint32_t row = 0; row < ORDER; row++)
            for (uint32_t stack = 0; stack < ORDER; stack++)
                for (uint32_t col = 0; col < ORDER; col++) {
                    uint32_t digit = sudoku_cell(puzzle, cell++);
                    if (digit != 0)
                        parallel_given(band, stack, row, col, digit - 1);
                }
    for (uint32_t i = 0; i < PARALLEL_OWN_COUNTERS; i++)
        counted[i] = parallel_counter(i);
}

static void count(struct result *result)
{
    add_counts(result, PARALLEL_FIRST_COUNTER, PARALLEL_OWN_COUNTERS, parallel_counter, counted);
    /* The states after each guess, and the first one. */
    result->counter[PARALLEL_NODES] = result->counter[PARALLEL_GUESSES] + 1;
}

/* Wait for the engine and return its state. Tell it to end when the host wants that; the result then has a status. */
SELDOM uint32_t await(struct result *result)
{
    uint32_t state;
    /* Nearly all searches end before the second read of the state. */
    while ((state = parallel_state()) & PARALLEL_STATE_BUSY) {
        count(result);
        if (!search_may_go_on(result))
            parallel_stop();
    }
    search_ended_with_engine(result);
    return state;
}

/* Two digits a byte; the last byte may be half empty. */
static void keep_solution(struct result *result)
{
    enum { CELLS = ORDER * ORDER * ORDER * ORDER, BYTES = (CELLS + 1) / 2 };
    uint8_t *at = result->bits + result->length, *end = at + BYTES;
    while (at < end) {
        uint32_t digits = parallel_digits();
        for (uint32_t i = 0; i < 4 && at < end; i++, digits >>= 8)
            *at++ = (uint8_t)digits;
    }
    result->length += BYTES;
    result->solutions++;
}

/* Most puzzles are solved before the first read of the engine's state returns. */
static void solve(const uint8_t *puzzle, uint8_t solutions, struct result *result)
{
    load(puzzle);
    result->counters = PARALLEL_COUNTERS;
    search_begins();
    struct ended ended = parallel_solve(solutions);
    uint32_t state = ended.state;
    result->cycles = ended.clocks;
    if (state & PARALLEL_STATE_BUSY)
        state = await(result);
    count(result);
    uint32_t found = parallel_solutions(state);
    for (uint32_t i = 0; i < found; i++) {
        if (i > 0)
            parallel_keep();
        keep_solution(result);
    }
    /* A search that was told to end has a status. */
    result->complete = result->status == STATUS_SOLVED || found == solutions;
    if (result->complete && found == 0)
        result->status = STATUS_NO_SOLUTION;
}

const struct engine parallel_engine = {.check = check, .solve = solve};
