#include "deducer.h"
#include "engine.h"
#include "slitherlink.h"

/* The guesses from the puzzle to the current state: branch cells with their colours. Inside is tried first; DEDUCER_OUTSIDE
 * means that it led to no further solution. */
static uint16_t guesses[BUILD_DEDUCER_ROWS * BUILD_DEDUCER_COLS];
static uint32_t depth;

/* An inside guess begins a page as a copy of the page before, which is kept; an outside guess continues in the page of the
 * state that it branched from. When there are no more pages, the last one is used for all further guesses, and restored by
 * repeating the guesses from the one that began it. */
static uint32_t level, last_level; /* the number of inside guesses; the level of the last page */
static uint32_t last_page_guess;

static uint32_t rows, cols;
static uint32_t counted[DEDUCER_OWN_COUNTERS];
static uint32_t wanted; /* solutions still to be found; lookahead may have kept one of them */

static enum reason check(uint32_t rows, uint32_t cols, bool stored)
{
    return slitherlink_check(rows, cols, stored, BUILD_DEDUCER_ROWS, BUILD_DEDUCER_COLS);
}

static void count(struct result *result)
{
    add_counts(result, DEDUCER_FIRST_COUNTER, DEDUCER_OWN_COUNTERS, deducer_counter, counted);
}

/* Serve the host. Return false if the search was told to end; then the deducer is idle. */
SELDOM bool may_go_on(struct result *result)
{
    count(result);
    if (search_may_go_on(result))
        return true;
    deducer_stop();
    while (deducer_state() & DEDUCER_STATE_BUSY)
        ;
    return false;
}

/* Pseudo-states: there is no further state; the search was told to end. */
enum { EXHAUSTED = DEDUCER_STATE_BUSY | DEDUCER_STATE_CONTRADICTION, ENDED = DEDUCER_STATE_BUSY };

/* Wait for the deducer, serving the host; return its state. */
SELDOM uint32_t await(struct result *result)
{
    uint32_t state;
    do {
        if (!may_go_on(result))
            return ENDED;
        state = deducer_state();
    } while (state & DEDUCER_STATE_BUSY);
    return state;
}

static void assume(uint32_t page, bool copy, uint32_t guess, uint32_t solutions)
{
    deducer_choose_page(rows, page, copy);
    deducer_assume(guess, solutions);
}

static void guess_inside(uint32_t cell)
{
    guesses[depth] = (uint16_t)cell;
    level++;
    if (level > last_level) {
        depth++;
        assume(last_level, false, cell, wanted);
    } else {
        last_page_guess = depth++;
        assume(level, true, cell, wanted);
    }
}

/* Backtrack to the last inside guess, which must exist, and make it an outside one. Return false if the search was told to
 * end. */
static bool guess_outside(struct result *result)
{
    while (guesses[--depth] & DEDUCER_OUTSIDE)
        ;
    level--;
    if (level >= last_level)
        for (uint32_t i = last_page_guess; i < depth; i++) {
            assume(last_level, i == last_page_guess, guesses[i], 0);
            if (await(result) & DEDUCER_STATE_BUSY)
                return false;
        }
    guesses[depth] |= DEDUCER_OUTSIDE;
    uint32_t page = level < last_level ? level : last_level;
    assume(page, false, guesses[depth++], wanted);
    return true;
}

OFTEN static void keep_solution(struct result *result)
{
    struct bit_writer solution = {.at = result->end};
    for (uint32_t row = 0, height = rows, width = cols; row < height; row++) {
        deducer_choose_row(row);
        for (uint32_t col = 0; col < width; col += DEDUCER_WORD)
            slitherlink_put(&solution, width - col < DEDUCER_WORD ? width - col : DEDUCER_WORD, deducer_inside(col));
    }
    result->end = bits_end(&solution);
    result->solutions++;
}

/* Return the next state, depth first. */
static uint32_t next_state(struct result *result, uint32_t state)
{
    if (state & DEDUCER_STATE_DECIDED) {
        keep_solution(result);
        wanted--;
    }
    if (!(state & (DEDUCER_STATE_DECIDED | DEDUCER_STATE_CONTRADICTION)))
        guess_inside(deducer_cell(state));
    else if (level == 0)
        return EXHAUSTED;
    else if (!guess_outside(result))
        return ENDED;
    result->counter[DEDUCER_NODES]++;
    return await(result);
}

/* Search from a state on until the last solution wanted. */
SELDOM uint32_t branch(struct result *result, uint32_t state)
{
    while (!(state & DEDUCER_STATE_BUSY)
           && !(state & DEDUCER_STATE_DECIDED && wanted == (state & DEDUCER_STATE_KEPT ? 2 : 1)))
        state = next_state(result, state);
    return state;
}

/* Return the state of the last solution wanted, or a pseudo-state. Most puzzles need no guess and little time, so the code
 * between the two readings of the clock is short and contiguous for them. */
static inline uint32_t search(struct result *result)
{
    deducer_solve(wanted);
    result->counter[DEDUCER_NODES]++;
    uint32_t state = deducer_state();
    if (state & DEDUCER_STATE_BUSY)
        state = await(result);
    return wanted == 1 && state & DEDUCER_STATE_DECIDED ? state : branch(result, state);
}

OFTEN static const uint8_t *solve(const struct puzzle *puzzle, uint8_t solutions, struct result *result)
{
    cols = puzzle->cols;
    deducer_begin(puzzle->rows, cols);
    if (rows != puzzle->rows) {
        rows = puzzle->rows;
        last_level = deducer_pages(rows) - 1; /* a division takes long */
    }
    const uint8_t *end = slitherlink_clues(puzzle, deducer_clue);
    if (end == NULL)
        return NULL;
    depth = level = 0;
    wanted = solutions;
    for (uint32_t i = 0; i < DEDUCER_OWN_COUNTERS; i++)
        counted[i] = 0;
    result->counters = DEDUCER_COUNTERS;
    deducer_choose_page(rows, 0, false);
    search_begins();
    uint32_t state = search(result);
    search_ended_with_engine(result);
    if (result->counts)
        count(result);
    if (!(state & DEDUCER_STATE_BUSY))
        keep_solution(result);
    if (deducer_state() & DEDUCER_STATE_KEPT) {
        deducer_choose_kept(rows);
        keep_solution(result);
    }
    result->complete = state != ENDED;
    if (state == EXHAUSTED && result->solutions == 0)
        result->status = STATUS_NO_SOLUTION;
    return end;
}

const struct engine deducer_engine = {.check = check, .solution_bytes = slitherlink_solution_bytes, .solve = solve};
