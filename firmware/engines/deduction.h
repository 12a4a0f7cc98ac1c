/* The search with a deducer. The including file selects the deducer. In addition to the macros and constants for
 * deducer.h, it defines these constants:
 *
 * OWN_ROWS, OWN_COLS: the size of the largest puzzle.
 * CLUE_BITS: the number of bits of a clue in a frame.
 * VALUE_OF_ONE: the deducer's value for a cell that is 1 in a solution.
 * EDGES: whether TASK_CERTAIN also finds out if two neighbouring cells have the same value in all solutions.
 *
 * Each engine has its own copy of this code, so that the addresses and fields of its registers are immediate values. */
#pragma once

#include "bytes.h"
#include "cells.h"
#include "deducer.h"
#include "memory.h"
#include "packing.h"
#include "search.h"

/* The guesses that lead from the puzzle to the current state; each guess consists of a branch cell and a value. If a
 * guess has the cell's second value, the first value led to no further solution. */
static uint16_t guesses[OWN_ROWS * OWN_COLS + 1];
static uint32_t depth;

/* The first guess at a branch cell copies the state to a new page; the second guess continues in the original page.
 * Once no page is free, all further guesses use the last page. To restore the last page, the guesses that were made on
 * it are repeated. Pages are identified by their addresses. For each guess on the last page, `page` grows as if there
 * were a further page. */
static uint32_t page, last_page;
static uint32_t lowest_page; /* the page of the initial state */
static uint32_t last_page_guess;
static uint32_t given; /* the number of fixed guesses at the start of a search for a different solution */
static uint32_t searches; /* the number of searches for TASK_CERTAIN */
/* The first page and its parent, for deducer_begin_again. If a page holds the solution, this page is the parent;
 * otherwise, the first page is its own parent. */
static uint32_t first_pages;
static bool has_solution_page; /* a page is reserved for the solution, and not used by searches */

static uint32_t rows, cols, words; /* the size of the puzzle, and the number of words in a page */
static uint32_t solution_bytes;
static uint32_t counted[DEDUCER_OWN_COUNTERS], nodes; /* the nodes that were not added to the result yet */
static bool many_searches; /* the task consists of many short searches */
/* The number of solutions still wanted, or DEDUCER_ALL. It includes a solution that lookahead has already saved. */
static uint32_t wanted;
static uint64_t solutions, most_solutions; /* the number of counted solutions, and its limit (0 for none) */

/* A solution whose values are tried first. If it is NULL, the value 1 is tried first. */
static const uint8_t *likely;
static bool unlikely; /* try the opposite of the likely values first */

static enum reason check(uint32_t rows, uint32_t cols, bool stored)
{
    return clued_check(rows, cols, stored, OWN_ROWS, OWN_COLS);
}

static void count(struct result *result)
{
    result->counter[OWN(NODES)] += nodes;
    nodes = 0;
    add_counts(result, DEDUCER_FIRST_COUNTER, DEDUCER_OWN_COUNTERS, deducer_counter, counted);
}

/* Serve the host. Return false if the search must end; in this case, the deducer is idle afterwards. */
SELDOM bool may_continue(struct result *result)
{
    count(result);
    if (search_may_continue(result))
        return true;
    REGISTERS->control = OWN(CONTROL_STOP);
    while (REGISTERS->state & OWN(STATE_BUSY))
        ;
    return false;
}

/* Pseudo-states: values that functions return in place of the deducer's state. EXHAUSTED: the search space is
 * exhausted. ENDED: the search had to end early. */
enum { EXHAUSTED = OWN(STATE_BUSY) | OWN(STATE_CONTRADICTION), ENDED = OWN(STATE_BUSY) };

/* Wait for the deducer, and serve the host while waiting; return the deducer's state. */
BRANCHING static uint32_t await(struct result *result)
{
    uint32_t state;
    do {
        if ((!many_searches || search_is_due()) && !may_continue(result))
            return ENDED;
        state = REGISTERS->state;
    } while (state & OWN(STATE_BUSY));
    return state;
}

/* Wait as `await` does; this is for work that usually ends long before the host must be served. */
INLINED uint32_t wait_for(struct result *result)
{
    uint32_t state = REGISTERS->state;
    return state & OWN(STATE_BUSY) ? await(result) : state;
}

/* Return a cell's number in reading order. */
static uint32_t number_of(uint32_t cell)
{
    return cell_number(cell >> OWN(STATE_ROW_SHIFT), (cell & OWN(STATE_COL)) >> OWN(STATE_COL_SHIFT));
}

/* Return the guess that a cell is 1 in the solution, or, if `one` is false, that it is 0. */
static inline uint32_t guess_of(uint32_t cell, bool one) { return one == VALUE_OF_ONE ? cell | DEDUCER_VALUE : cell; }

BRANCHING static uint32_t first_guess(uint32_t cell)
{
    return guess_of(cell, likely == NULL || has_bit(likely, number_of(cell)) != unlikely);
}

BRANCHING static bool is_first(uint32_t guess) { return first_guess(guess & ~(uint32_t)DEDUCER_VALUE) == guess; }

static void guess_first(uint32_t cell)
{
    uint32_t guess = first_guess(cell), parent = page, begun = page += words;
    if (begun > last_page)
        begun = parent = last_page;
    else
        last_page_guess = depth;
    guesses[depth++] = (uint16_t)guess;
    REGISTERS->pages = deducer_pages(begun, parent);
    deducer_assume(guess, wanted);
}

/* Make the guesses from number `last_page_guess` on. On the lowest page, these are the fixed guesses of
 * search_different; on any other page, all guesses of the last page, which are made again to restore it. Only the last
 * guess may lead to a contradiction. Return false if the search must end. */
SELDOM bool make_guesses(struct result *result)
{
    const bool restores = page != lowest_page;
    const uint32_t begun = restores ? last_page : page;
    uint32_t parent = begun - words;
    for (uint32_t i = last_page_guess; i < depth; i++) {
        uint32_t guess = guesses[i];
        /* Skip lookahead, because it could find a solution before the second guess is made. */
        if (EDGES && !restores && i + 1 < given)
            guess |= DEDUCER_SHALLOW;
        REGISTERS->pages = deducer_pages(begun, parent);
        parent = begun;
        deducer_assume(guess, !restores);
        if (await(result) & OWN(STATE_BUSY))
            return false;
    }
    return true;
}

/* Backtrack to the latest guess that has its cell's first value, and try the second value. The list must contain such
 * a guess. Return false if the search must end. */
static bool guess_second(struct result *result)
{
    while (!is_first(guesses[--depth]))
        ;
    uint32_t begun = page -= words;
    if (begun >= last_page) {
        begun = last_page;
        if (!make_guesses(result))
            return false;
    }
    uint32_t guess = guesses[depth] ^ DEDUCER_VALUE;
    guesses[depth++] = (uint16_t)guess;
    REGISTERS->pages = deducer_pages(begun, begun);
    deducer_assume(guess, wanted);
    return true;
}

OFTEN __attribute__((noinline)) static void keep_solution(struct result *result)
{
    REGISTERS->control = OWN(CONTROL_PACK);
    uint8_t *at = result->end, *const end = at + solution_bytes;
    for (; end - at >= 4; at += 4)
        put32(at, deducer_packed());
    if (at != end)
        for (uint32_t rest = deducer_packed(); at != end; rest >>= 8)
            *at++ = (uint8_t)rest;
    result->end = end;
    result->solutions++;
}

/* Count the current state, which is a solution, or write it to the result. */
SELDOM void take_solution(struct result *result)
{
    if (wanted == DEDUCER_ALL) {
        solutions++;
    } else {
        keep_solution(result);
        wanted--;
    }
}

/* Return whether the number of counted solutions has reached its limit. */
SELDOM bool has_counted_most(void) { return most_solutions != 0 && solutions + REGISTERS->found >= most_solutions; }

/* Search depth-first from a state until the last wanted solution is found; return the final state or a pseudo-state. */
BRANCHING static uint32_t branch(struct result *result, uint32_t state)
{
    while (!(state & OWN(STATE_BUSY)) && !(wanted == DEDUCER_ALL && has_counted_most())) {
        if (!(state & (OWN(STATE_DECIDED) | OWN(STATE_CONTRADICTION)))) {
            guess_first(state & (OWN(STATE_ROW) | OWN(STATE_COL)));
        } else {
            if (state & OWN(STATE_DECIDED)) {
                if (wanted == (state & OWN(STATE_SAVED) ? 2 : 1))
                    break;
                take_solution(result);
            }
            if (page == lowest_page)
                return EXHAUSTED;
            if (!guess_second(result))
                return ENDED;
        }
        nodes++;
        state = many_searches && !search_is_due() ? wait_for(result) : await(result);
    }
    return state;
}

/* Search from the puzzle; return the state of the last wanted solution, or a pseudo-state. Most puzzles need no guess
 * and little time. */
static inline uint32_t search(struct result *result)
{
    deducer_search(wanted);
    nodes++;
    uint32_t state = REGISTERS->state;
    if (state & OWN(STATE_BUSY))
        state = await(result);
    return wanted == 1 && state & OWN(STATE_DECIDED) ? state : branch(result, state);
}

/* Return the next 32 bits, or fewer bits at the end. */
static uint32_t word(const uint8_t *at, const uint8_t *end)
{
    if (end - at >= 4)
        return get32(at);
    uint32_t bits = 0;
    for (uint32_t shift = 0; at < end; shift += 8)
        bits |= (uint32_t)*at++ << shift;
    return bits;
}

/* Send the packed clues to the deducer; return the end of the puzzle's bytes, or NULL if it is beyond the end of the
 * frame. */
static inline const uint8_t *set_clues(const struct puzzle *puzzle)
{
    const uint8_t *const clues = clued_clues(puzzle), *const end = puzzle->end;
    if (clues == NULL)
        return NULL;
    const uint8_t *next = clues;
    for (const uint8_t *cells = puzzle->bytes; cells < clues; cells += 4) {
        REGISTERS->given = word(cells, end);
        for (; deducer_needs_clues(); next += 4) {
            if (next >= end)
                return NULL;
            REGISTERS->values = word(next, end);
        }
    }
    const uint8_t *behind = clues + bits_bytes((REGISTERS->packing & OWN(PACKING_CLUES)) * CLUE_BITS);
    return behind > end ? NULL : behind;
}

/* Initialise the deducer and the variables for a puzzle. */
OFTEN __attribute__((noinline)) static void begin(const struct puzzle *puzzle, struct result *result)
{
    deducer_begin(puzzle->rows, puzzle->cols);
    solution_bytes = bits_bytes(puzzle->cells);
    const uint32_t first_page = deducer_first_page(puzzle->rows, puzzle->cols);
    const bool other_columns = COLUMNS && cols != puzzle->cols;
    cols = puzzle->cols;
    if (rows != puzzle->rows || other_columns || has_solution_page) {
        rows = puzzle->rows;
        words = deducer_page_words(rows, cols);
        last_page = deducer_last_page(rows, cols); /* only if the size has changed, because this is slow */
        has_solution_page = false;
    }
    first_pages = deducer_pages(first_page, first_page);
    depth = nodes = 0;
    page = lowest_page = first_page;
    many_searches = false;
    likely = NULL;
    for (uint32_t i = 0; i < DEDUCER_OWN_COUNTERS; i++)
        counted[i] = 0;
    result->counters = OWN(COUNTERS);
}

/* Search from the puzzle as `search` does; this is for tasks in which a few clocks do not matter. */
SELDOM uint32_t search_seldom(struct result *result)
{
    deducer_solve(wanted);
    nodes++;
    return branch(result, wait_for(result));
}

/* A function for a task other than a search. It performs the task for the loaded puzzle. */
typedef void other_task(const struct terms *terms, struct result *result);

SELDOM void do_other(const struct puzzle *puzzle, const struct terms *terms, other_task *other, struct result *result)
{
    cells_begin(puzzle);
    search_begins();
    other(terms, result);
    search_ends(result);
    count(result);
}

/* Run the task `other`; if it is NULL, search for `terms->count` solutions. */
OFTEN static const uint8_t *work_on(
    const struct puzzle *puzzle, const struct terms *terms, other_task *other, struct result *result)
{
    begin(puzzle, result);
    const uint8_t *end = set_clues(puzzle);
    if (end == NULL)
        return NULL;
    if (other != NULL) {
        do_other(puzzle, terms, other, result);
        return end;
    }
    wanted = terms->count;
    uint32_t state = search(result);
    search_ended_with_engine(result);
    if (result->counts)
        count(result);
    if (!(state & OWN(STATE_BUSY)))
        keep_solution(result);
    if (REGISTERS->state & OWN(STATE_SAVED)) {
        REGISTERS->pages = deducer_pages(deducer_saved_page(rows, cols), deducer_saved_page(rows, cols));
        keep_solution(result);
    }
    result->complete = state != ENDED;
    if (state == EXHAUSTED && result->solutions == 0)
        result->status = STATUS_NO_SOLUTION;
    return end;
}

static const uint8_t *solve(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    return work_on(puzzle, terms, NULL, result);
}

#define SOLUTION_BYTES ((OWN_ROWS * OWN_COLS + 7) / 8)

SELDOM void count_solutions(const struct terms *terms, struct result *result)
{
    solutions = 0;
    most_solutions = terms->most;
    wanted = DEDUCER_ALL;
    uint32_t state = search_seldom(result);
    uint64_t found = solutions + REGISTERS->found;
    result->complete = state == EXHAUSTED || (most_solutions != 0 && found >= most_solutions);
    put_count(result, found, most_solutions);
}

static const uint8_t *count_puzzle(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    return work_on(puzzle, terms, count_solutions, result);
}

/* The number of kinds of facts about a cell that can be certain. The first kind is the cell's value. With EDGES, the
 * other kinds are whether the cell to the right has the same value, and whether the cell below has the same value. */
enum { KINDS = 1 + 2 * EDGES };

/* Search for a solution that differs from the likely solution in one cell or, for a pair of cells, in exactly one of
 * the two. The fixed guesses name the cells: the first differs from the likely solution, the second does not. If the
 * search for a pair finds nothing, exchange the roles of its cells and search again. */
SELDOM uint32_t search_different(struct result *result)
{
    uint32_t state, left = given;
    do {
        last_page_guess = 0;
        depth = given;
        page = lowest_page;
        nodes++;
        searches++;
        state = make_guesses(result) ? branch(result, REGISTERS->state) : ENDED;
        guesses[0] ^= DEDUCER_VALUE;
        guesses[1] ^= DEDUCER_VALUE;
    } while (state == EXHAUSTED && --left > 0);
    return state;
}

/* Clear the bits of all facts that differ between the likely solution and the solution that was found. */
SELDOM void clear_different(uint8_t *certain, struct result *result)
{
    static uint8_t other[SOLUTION_BYTES + (OWN_COLS + 15) / 8];
    result->end = other;
    keep_solution(result);
    for (uint32_t i = 0; i < solution_bytes; i++)
        other[i] ^= likely[i];
    for (uint32_t kind = 0, next = 0; kind < KINDS; kind++, next = kind == 1 ? 1 : cols)
        for (uint32_t i = 0; i < solution_bytes; i++) {
            const uint8_t *at = other + i + next / 8;
            uint32_t differs = other[i];
            if (kind > 0)
                differs ^= (at[0] | (uint32_t)at[1] << 8) >> next % 8;
            *certain++ &= (uint8_t)~differs;
        }
}

/* Clear the bits of all facts that are different in some other solution, or that are unknown because the search had to
 * end. The bit for a pair of cells has no meaning if the value of one of the cells is certain. */
SELDOM void find_differences(uint8_t *certain, struct result *result)
{
    lowest_page = deducer_first_page(rows, cols) + words;
    deducer_begin_again(first_pages, 0, rows, 1, DEDUCER_SHALLOW);
    wait_for(result);
    uint8_t *same = certain;
    for (uint32_t kind = 0; kind < KINDS; kind++, same += solution_bytes) {
        const uint32_t right = kind == 1, below = kind == 2;
        given = 1 + right + below;
        for (uint32_t row = 0; row + below < rows; row++)
            for (uint32_t col = 0; col + right < cols; col++) {
                const uint32_t cell = cell_number(row, col);
                if (!has_bit(same, cell) || (kind > 0 && has_bit(certain, cell)))
                    continue;
                guesses[0] = (uint16_t)first_guess(deducer_cell_at(row, col));
                guesses[1] = (uint16_t)first_guess(deducer_cell_at(row + below, col + right)) ^ DEDUCER_VALUE;
                uint32_t state = result->status == STATUS_SOLVED ? search_different(result) : ENDED;
                if (state == EXHAUSTED)
                    continue;
                clear_bit(same, cell);
                if (state != ENDED)
                    clear_different(certain, result);
            }
    }
}

SELDOM void find_certain(const struct terms *terms, struct result *result)
{
    (void)terms;
    uint8_t *certain = result->end, *solution = certain + KINDS * solution_bytes;
    memset(certain, 0xff, KINDS * solution_bytes);
    searches = 1;
    wanted = 1;
    uint32_t state = search_seldom(result);
    if (state & OWN(STATE_BUSY)) {
        if (state == EXHAUSTED) {
            result->status = STATUS_NO_SOLUTION;
            result->complete = true;
        }
    } else {
        result->end = solution;
        keep_solution(result);
        likely = solution;
        unlikely = true;
        many_searches = true;
        find_differences(certain, result);
        result->complete = result->status == STATUS_SOLVED;
        result->end = put16(solution + solution_bytes, (uint16_t)searches);
        result->solutions = 1;
    }
}

static const uint8_t *certain_puzzle(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    return work_on(puzzle, terms, find_certain, result);
}
