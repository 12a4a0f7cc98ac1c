#include "sudoku_fast.h"

#ifdef SUDOKU

#include "identity.h"
#include "sudoku.h"
#include "sudoku_engine.h"

/* The first counter is the nodes of the search: the states in which guesses were made, and the one without any. The engine
 * keeps the others. */
enum { NODES, OWN_COUNTERS };

/* After so many decisions the host is heard, before its line's queue is full. */
enum { UNHEARD = 512 };

#define ORDER BUILD_SUDOKU_ORDER

static uint32_t counted[SUDOKU_COUNTERS];

static enum refusal check(const uint8_t *puzzle, size_t length)
{
    return sudoku_check(puzzle, length, ORDER, ORDER);
}

static void load(const uint8_t *puzzle)
{
    sudoku_begin();
    uint32_t cell = 0;
    for (uint32_t band = 0; band < ORDER; band++)
        for (uint32_t row = 0; row < ORDER; row++)
            for (uint32_t stack = 0; stack < ORDER; stack++)
                for (uint32_t col = 0; col < ORDER; col++) {
                    uint32_t digit = sudoku_cell(puzzle, cell++);
                    if (digit != 0)
                        sudoku_given(band, stack, row, col, digit - 1);
                }
    for (uint32_t i = 0; i < SUDOKU_COUNTERS; i++)
        counted[i] = sudoku_counter(i);
}

static void count(struct result *result)
{
    add_counts(result, OWN_COUNTERS, SUDOKU_COUNTERS, sudoku_counter, counted);
    result->counter[NODES] = result->counter[OWN_COUNTERS + SUDOKU_GUESSES] + 1;
}

/* Looks after the host. False when the search was told to end; then the engine has ended, too. */
SELDOM bool may_go_on(struct result *result)
{
    count(result);
    if (search_may_go_on(result))
        return true;
    sudoku_stop();
    while (sudoku_state() & SUDOKU_STATE_BUSY)
        ;
    return false;
}

/* The engine's state when its work ends; busy, if the search was told to end. Looks after the host every now and then, though
 * not before a second look at the state: that takes longer than nearly all searches do. */
SELDOM uint32_t await(struct result *result)
{
    uint32_t state;
    while ((state = sudoku_state()) & SUDOKU_STATE_BUSY)
        if (!may_go_on(result))
            break;
    return state;
}

/* Two digits a byte: those of a row may begin and end in the middle of one. */
static void keep_solution(struct result *result)
{
    uint64_t digits = 0;
    uint32_t bits = 0;
    for (uint32_t band = 0; band < ORDER; band++)
        for (uint32_t row = 0; row < ORDER; row++) {
            digits |= sudoku_row(band, row) << bits;
            for (bits += 4 * ORDER * ORDER; bits >= 8; bits -= 8, digits >>= 8)
                result->bits[result->length++] = (uint8_t)digits;
        }
    if (bits > 0)
        result->bits[result->length++] = (uint8_t)digits;
    result->solutions++;
}

static inline bool is_undecided(uint32_t state)
{
    return !(state & (SUDOKU_STATE_BUSY | SUDOKU_STATE_SOLVED))
        && (!(state & SUDOKU_STATE_CONTRADICTION) || state & SUDOKU_STATE_DEPTH);
}

/* The state that is the next solution, or what stands for it, from the one at hand. Where the engine searches by itself,
 * there is nothing to decide here, only to wait. */
static uint32_t search(struct result *result, enum sudoku_pace pace, uint32_t state)
{
    if (state & SUDOKU_STATE_BUSY)
        state = await(result);
    for (uint32_t decisions = 1; is_undecided(state); decisions++) {
        if (decisions % UNHEARD == 0 && !may_go_on(result))
            return SUDOKU_STATE_BUSY;
        if (state & SUDOKU_STATE_CONTRADICTION)
            sudoku_back(pace);
        else
            sudoku_guess(pace);
        state = sudoku_state();
        if (state & SUDOKU_STATE_BUSY)
            state = await(result);
    }
    return state;
}

/* The state that is the last solution wanted, or what stands for it. */
SELDOM uint32_t search_on(uint8_t solutions, struct result *result, enum sudoku_pace pace, uint32_t state)
{
    state = search(result, pace, state);
    while (state & SUDOKU_STATE_SOLVED && --solutions > 0) {
        keep_solution(result);
        if (!(state & SUDOKU_STATE_DEPTH))
            return SUDOKU_STATE_CONTRADICTION;
        sudoku_back(pace);
        state = search(result, pace, sudoku_state());
    }
    return state;
}

/* Most puzzles are solved before the first look at the engine's state is over. */
static inline void solve(const uint8_t *puzzle, uint8_t solutions, struct result *result, enum sudoku_pace pace)
{
    load(puzzle);
    result->counters = OWN_COUNTERS + SUDOKU_COUNTERS;
    search_begins();
    struct ended ended = sudoku_solve(pace);
    uint32_t state = ended.state;
    if (state & SUDOKU_STATE_SOLVED && solutions == 1) {
        result->cycles = ended.clocks;
    } else {
        state = search_on(solutions, result, pace, state);
        search_ends(result);
    }
    count(result);
    if (state & SUDOKU_STATE_SOLVED)
        keep_solution(result);
    result->complete = !(state & SUDOKU_STATE_BUSY);
    if (result->complete && result->solutions == 0)
        result->status = NO_SOLUTION;
}

static void solve_fast(const uint8_t *puzzle, uint8_t solutions, struct result *result)
{
    solve(puzzle, solutions, result, SUDOKU_SEARCH);
}

static void solve_in_steps(const uint8_t *puzzle, uint8_t solutions, struct result *result)
{
    solve(puzzle, solutions, result, SUDOKU_STEPWISE);
}

const struct genre sudoku_fast = {
    .genre = GENRE_SUDOKU, .engine = ENGINE_FAST,
    .rows = identity_sudoku_rows, .cols = identity_sudoku_cols, .check = check, .solve = solve_fast,
};
const struct genre sudoku_steps = {
    .genre = GENRE_SUDOKU, .engine = ENGINE_STEPS,
    .rows = identity_sudoku_rows, .cols = identity_sudoku_cols, .check = check, .solve = solve_in_steps,
};

#endif
