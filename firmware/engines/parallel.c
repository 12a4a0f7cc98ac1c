#include "engine.h"
#include "memory.h"
#include "parallel.h"
#include "sudoku.h"
#include "thinning.h"

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
                        parallel_give(parallel_given(band, stack, row, col, digit - 1));
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
OFTEN static const uint8_t *solve(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    const uint32_t solutions = terms->count;
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

/* Of a solution: each cell as a given. */
static uint32_t givens[SIZE][SIZE];

/* Read a solution as a result encodes it; return its end, NULL if that is behind the end of the frame or a digit is none. */
SELDOM const uint8_t *read_solution(const uint8_t *at, const uint8_t *end)
{
    if (end - at < (ptrdiff_t)sudoku_solution_bytes(SIZE, SIZE))
        return NULL;
    enum { ALL = SIZE * (SIZE - 1) / 2 };
    struct bit_reader digits = {.at = at};
    uint32_t in_col[SIZE] = {0};
    /* Divisions would take longer than all else. */
    for (uint32_t band = 0, row = 0; band < ORDER; band++)
        for (uint32_t y = 0; y < ORDER; y++, row++) {
            uint32_t in_row = 0;
            for (uint32_t stack = 0, col = 0; stack < ORDER; stack++)
                for (uint32_t x = 0; x < ORDER; x++, col++) {
                    uint32_t digit = row == SIZE - 1 ? ALL - in_col[col]
                        : col == SIZE - 1            ? ALL - in_row
                                                     : bits_get(&digits, DIGIT_BITS);
                    if (digit >= SIZE)
                        return NULL;
                    in_row += digit;
                    in_col[col] += digit;
                    givens[row][col] = parallel_given(band, stack, y, x, digit);
                }
        }
    return digits.at;
}

MAKING static uint32_t wait_for(struct result *result)
{
    uint32_t state = parallel_state();
    return state & PARALLEL_STATE_BUSY ? await(result) : state;
}

static bool ended(const struct result *result) { return result->status != STATUS_SOLVED; }

MAKING static void put_back(uint32_t row, uint32_t col) { parallel_give(givens[row][col]); }

/* Of the puzzle whose clues are removed: how easy it must stay, and its clues, of which one is being removed. */
static uint32_t ease;
static const uint8_t *clues_there;

/* Return whether the puzzle without that clue needs no guess. */
SELDOM bool falls(uint32_t removed_row, uint32_t removed_col)
{
    /* Giving any other clue again makes all open cells forget what they were. */
    for (uint32_t row = 0, cell = 0; row < SIZE; row++)
        for (uint32_t col = 0; col < SIZE; col++, cell++)
            if (has_bit(clues_there, cell) && !(row == removed_row && col == removed_col)) {
                put_back(row, col);
                uint32_t guesses = parallel_counter(PARALLEL_GUESSES - PARALLEL_FIRST_COUNTER);
                parallel_solve(1);
                return parallel_counter(PARALLEL_GUESSES - PARALLEL_FIRST_COUNTER) == guesses;
            }
    return false;
}

MAKING static enum removal remove_clue(uint32_t row, uint32_t col, struct result *result)
{
    if (!search_goes_on(result))
        return STOPPED;
    parallel_search_another(givens[row][col]);
    uint32_t state = wait_for(result);
    if (ended(result))
        return STOPPED;
    if (parallel_solutions(state) == 0 && (ease == 0 || falls(row, col)))
        return SPARED;
    put_back(row, col);
    return NEEDED;
}

SELDOM void begin(struct result *result)
{
    for (uint32_t i = 0; i < PARALLEL_OWN_COUNTERS; i++)
        counted[i] = parallel_counter(i);
    result->counters = PARALLEL_COUNTERS;
    search_begins();
}

SELDOM const uint8_t *thin_puzzle(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    const struct thinning *how = &terms->thinning;
    static const struct clue_set clues = {remove_clue, put_back};
    struct full_puzzle full;
    if (!read_full_puzzle(puzzle, how, result, &full))
        return NULL;
    const uint8_t *end = read_solution(full.solution, puzzle->end);
    if (end == NULL)
        return NULL;
    ease = how->ease;
    clues_there = full.there;
    parallel_begin();
    for (uint32_t row = 0, cell = 0; row < SIZE; row++)
        for (uint32_t col = 0; col < SIZE; col++, cell++)
            if (has_bit(full.there, cell))
                put_back(row, col);
    begin(result);
    uint32_t state = parallel_solve(2).state;
    if (state & PARALLEL_STATE_BUSY)
        state = await(result);
    thin(puzzle, how, &full, &clues, parallel_solutions(state) == 1 && !ended(result), result);
    count(result);
    return end;
}

SELDOM const uint8_t *count_puzzle(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    const uint64_t most = terms->most;
    const uint8_t *end = load(puzzle);
    if (end == NULL)
        return NULL;
    begin(result);
    parallel_count();
    uint64_t found = 0;
    uint32_t state;
    do {
        state = parallel_state();
        found += parallel_found() - (uint32_t)found;
        if (state & PARALLEL_STATE_BUSY && ((most != 0 && found >= most) || !search_may_go_on(result)))
            parallel_stop();
    } while (state & PARALLEL_STATE_BUSY);
    search_ends(result);
    count(result);
    result->complete = !ended(result) || (most != 0 && found >= most);
    put_count(result, found, most);
    return end;
}

/* Find for each cell whether another solution differs there. Return false if the search was told to end. */
SELDOM bool find_differences(const uint8_t *given, uint8_t *certain, struct result *result)
{
    for (uint32_t row = 0, cell = 0; row < SIZE; row++)
        for (uint32_t col = 0; col < SIZE; col++, cell++) {
            if (has_bit(given, cell)) {
                set_bit(certain, cell);
                continue;
            }
            if (!search_goes_on(result))
                return false;
            parallel_search_another(givens[row][col]);
            uint32_t state = wait_for(result);
            if (ended(result))
                return false;
            if (parallel_solutions(state) == 0) {
                set_bit(certain, cell);
                put_back(row, col);
            }
        }
    return true;
}

SELDOM const uint8_t *certain_puzzle(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    (void)terms;
    const uint8_t *end = load(puzzle);
    if (end == NULL)
        return NULL;
    uint32_t bytes = bits_bytes(puzzle->cells);
    uint8_t *certain = result->end, *const solution = certain + bytes;
    memset(certain, 0, bytes);
    begin(result);
    uint32_t state = parallel_solve(1).state;
    if (state & PARALLEL_STATE_BUSY)
        state = await(result);
    if (parallel_solutions(state) == 1) {
        result->end = solution;
        keep_solution(result);
        read_solution(solution, result->end);
        result->complete = find_differences(puzzle->bytes, certain, result);
        result->end = solution + sudoku_solution_bytes(SIZE, SIZE);
        result->solutions = 1;
    } else if (!ended(result)) {
        result->complete = true;
        result->status = STATUS_NO_SOLUTION;
    }
    search_ends(result);
    count(result);
    return end;
}

const struct engine parallel_engine = {
    .check = check, .solution_bytes = sudoku_solution_bytes,
    .run = {[TASK_SEARCH] = solve, [TASK_THIN] = thin_puzzle, [TASK_COUNT] = count_puzzle, [TASK_CERTAIN] = certain_puzzle},
};
