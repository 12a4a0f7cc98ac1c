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

/* Serve the host. Return false if the search was told to end; then the engine is idle. */
SELDOM bool may_go_on(struct result *result)
{
    count(result);
    if (search_may_go_on(result))
        return true;
    parallel_stop();
    while (parallel_state() & PARALLEL_STATE_BUSY)
        ;
    return false;
}

/* Wait for the engine and return its state; busy if the search was told to end. Serve the host only after a second read of the
 * state, because that takes longer than nearly all searches. */
SELDOM uint32_t await(struct result *result)
{
    uint32_t state;
    while ((state = parallel_state()) & PARALLEL_STATE_BUSY)
        if (!may_go_on(result))
            break;
    return state;
}

/* Pack two digits per byte; a row may begin and end in the middle of a byte. */
static void keep_solution(struct result *result)
{
    uint64_t digits = 0;
    uint32_t bits = 0;
    for (uint32_t band = 0; band < ORDER; band++)
        for (uint32_t row = 0; row < ORDER; row++) {
            digits |= parallel_row(band, row) << bits;
            for (bits += 4 * ORDER * ORDER; bits >= 8; bits -= 8, digits >>= 8)
                result->bits[result->length++] = (uint8_t)digits;
        }
    if (bits > 0)
        result->bits[result->length++] = (uint8_t)digits;
    result->solutions++;
}

/* Return the state of the last solution wanted; contradiction if there is none, busy if the search was told to end. */
SELDOM uint32_t search_on(uint8_t solutions, struct result *result, uint32_t state)
{
    if (state & PARALLEL_STATE_BUSY)
        state = await(result);
    while (state & PARALLEL_STATE_SOLVED && --solutions > 0) {
        keep_solution(result);
        if (!(state & PARALLEL_STATE_DEPTH))
            return PARALLEL_STATE_CONTRADICTION;
        parallel_back();
        state = await(result);
    }
    return state;
}

/* Most puzzles are solved before the first read of the engine's state returns. */
static void solve(const uint8_t *puzzle, uint8_t solutions, struct result *result)
{
    load(puzzle);
    result->counters = PARALLEL_COUNTERS;
    search_begins();
    struct ended ended = parallel_solve();
    uint32_t state = ended.state;
    if (state & PARALLEL_STATE_SOLVED && solutions == 1) {
        result->cycles = ended.clocks;
    } else {
        state = search_on(solutions, result, state);
        search_ends(result);
    }
    count(result);
    if (state & PARALLEL_STATE_SOLVED)
        keep_solution(result);
    result->complete = !(state & PARALLEL_STATE_BUSY);
    if (result->complete && result->solutions == 0)
        result->status = STATUS_NO_SOLUTION;
}

const struct engine parallel_engine = {.check = check, .solve = solve};
