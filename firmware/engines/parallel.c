#include "engine.h"
#include "parallel.h"
#include "sudoku.h"

#define ORDER BUILD_PARALLEL_ORDER
#define SIZE (ORDER * ORDER)

static uint32_t counted[PARALLEL_OWN_COUNTERS];

static enum reason check(uint32_t rows, uint32_t cols, bool stored)
{
    return stored ? REASON_MALFORMED : sudoku_check(rows, cols, ORDER, ORDER);
}

/* Return the end of the puzzle's bytes; NULL if they encode none. */
static const uint8_t *load(const struct puzzle *puzzle)
{
    struct sudoku_reader reader;
    if (!sudoku_begin(&reader, puzzle))
        return NULL;
    parallel_begin();
    for (uint32_t band = 0; band < ORDER; band++)
        for (uint32_t row = 0; row < ORDER; row++) {
            uint32_t given = sudoku_given(&reader, SIZE);
            for (uint32_t stack = 0; given != 0; stack++)
#pragma clang loop unroll(disable)
                for (uint32_t col = 0; col < ORDER; col++, given >>= 1)
                    if (given & 1) {
                        uint32_t digit = sudoku_digit(&reader);
                        if (digit > SIZE)
                            return NULL;
                        parallel_given(band, stack, row, col, digit - 1);
                    }
        }
    return sudoku_end(&reader, puzzle);
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

OFTEN static void keep_solution(struct result *result)
{
    enum { ALL_FIRST = 0x11111111, ROW_BITS = (SIZE - 1) * DIGIT_BITS, HALF = 16 };
    uint32_t words[(SIZE * SIZE + PARALLEL_CELLS - 1) / PARALLEL_CELLS];
    for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
        words[i] = parallel_digits() - ALL_FIRST;
    struct bit_writer solution = {.at = result->end};
    for (uint32_t row = 0, cell = 0; row < SIZE - 1; row++, cell += SIZE) {
        const uint32_t *word = &words[cell / PARALLEL_CELLS];
        uint32_t shift = cell % PARALLEL_CELLS * DIGIT_BITS;
        uint32_t digits = word[0] >> shift | (shift == 0 ? 0 : word[1] << (32 - shift));
        bits_put(&solution, digits & ((1u << (ROW_BITS < HALF ? ROW_BITS : HALF)) - 1), ROW_BITS < HALF ? ROW_BITS : HALF);
        if (ROW_BITS > HALF)
            bits_put(&solution, digits >> HALF, ROW_BITS - HALF);
    }
    result->end = bits_end(&solution);
    result->solutions++;
}

/* Most puzzles are solved before the first read of the engine's state returns. */
OFTEN static const uint8_t *solve(const struct puzzle *puzzle, uint8_t solutions, struct result *result)
{
    const uint8_t *end = load(puzzle);
    if (end == NULL)
        return NULL;
    for (uint32_t i = 0; i < PARALLEL_OWN_COUNTERS; i++)
        counted[i] = parallel_counter(i);
    result->counters = PARALLEL_COUNTERS;
    search_begins();
    struct ended ended = parallel_solve(solutions);
    uint32_t state = ended.state;
    result->cycles = ended.clocks;
    if (state & PARALLEL_STATE_BUSY)
        state = await(result);
    if (result->counts)
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
    return end;
}

const struct engine parallel_engine = {.check = check, .solution_bytes = sudoku_solution_bytes, .solve = solve};
