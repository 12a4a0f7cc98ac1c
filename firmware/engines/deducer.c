#include "bits.h"
#include "bytes.h"
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

static uint32_t rows;
static uint32_t solution_bytes;
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
    deducer_pack();
    uint8_t *at = result->end, *const end = at + solution_bytes;
    for (; end - at >= 4; at += 4)
        put32(at, deducer_packed());
    if (at != end)
        for (uint32_t rest = deducer_packed(); at != end; rest >>= 8)
            *at++ = (uint8_t)rest;
    result->end = end;
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

/* Return the next 32 bits, or as many as there are before the end. */
static uint32_t word(const uint8_t *at, const uint8_t *end)
{
    if (end - at >= 4)
        return get32(at);
    uint32_t bits = 0;
    for (uint32_t shift = 0; at < end; shift += 8)
        bits |= (uint32_t)*at++ << shift;
    return bits;
}

/* Set the clues, which the deducer unpacks; return the end of the puzzle's bytes, NULL if it is beyond the end of the frame. */
static inline const uint8_t *set_clues(const struct puzzle *puzzle)
{
    const uint8_t *const clues = slitherlink_clues(puzzle), *const end = puzzle->end;
    if (clues == NULL)
        return NULL;
    const uint8_t *next = clues;
    for (const uint8_t *cells = puzzle->bytes; cells < clues; cells += 4) {
        deducer_give(word(cells, end));
        for (; deducer_needs_clues(); next += 4) {
            if (next >= end)
                return NULL;
            deducer_set_clues(word(next, end));
        }
    }
    const uint8_t *behind = clues + bits_bytes(deducer_clues() * SLITHERLINK_CLUE_BITS);
    return behind > end ? NULL : behind;
}

OFTEN static const uint8_t *solve(const struct puzzle *puzzle, uint8_t solutions, struct result *result)
{
    deducer_begin(puzzle->rows, puzzle->cols);
    solution_bytes = bits_bytes(puzzle->cells);
    if (rows != puzzle->rows) {
        rows = puzzle->rows;
        last_level = deducer_pages(rows) - 1; /* a division takes long */
    }
    const uint8_t *end = set_clues(puzzle);
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
