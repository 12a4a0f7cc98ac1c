/* Removal of clues with a deducer (deduction.h), for the file of an engine that also says whether CLUED_CELLS_ARE_ZERO, so that a
 * cell may be 1 when its clue is removed, and defines set_solved_clues. */
#pragma once

#include "deduction.h"
#include "thinning.h"

/* Set the clues of all cells that are `there` and may have one, from a solution; clear the bits of the others. */
static void set_solved_clues(const uint8_t *solution, uint8_t *there);

/* How easy the puzzle must stay whose clues are removed. */
static uint32_t ease;

/* Begin to deduce, as far as the puzzle must be solved by that. */
static void begin_to_deduce(void)
{
    nodes++;
    deducer_begin_again(first_pages, 0, rows, 2, ease > 1 ? DEDUCER_SHALLOW : 0);
}

/* Return whether that solves it: SPARED, or NEEDED. */
SELDOM enum removal deduced(struct result *result)
{
    uint32_t state = wait_for(result);
    if (state & OWN(STATE_BUSY))
        return STOPPED;
    return state & OWN(STATE_DECIDED) && !(state & OWN(STATE_KEPT)) ? SPARED : NEEDED;
}

/* Return whether the puzzle has one solution. */
SELDOM bool is_unique(struct result *result)
{
    wanted = 2;
    deducer_begin_again(first_pages, 0, rows, wanted, 0);
    uint32_t state = branch(result, wait_for(result));
    bool kept = deducer_state() & OWN(STATE_KEPT);
    return state == EXHAUSTED && result->solutions + kept == 1;
}

/* Keep the solution in the first page in one that no search uses. */
SELDOM void keep_solution_page(struct result *result)
{
    deducer_copy_page(deducer_pages(last_page, deducer_first_page(rows, cols)));
    wait_for(result);
    first_pages = deducer_pages(deducer_first_page(rows, cols), last_page);
    last_page -= words;
    has_solution_page = true;
}

/* The rows above and below a clue in which another solution is searched for first; the rows in which one is. */
enum { NEAR = 2 };
static uint32_t first_row, last_row;

/* Begin to search with all other rows as they are in the solution; from a guess, or 0. */
MAKING SMALL static void search_near(uint32_t row, uint32_t reach, uint32_t guess)
{
    first_row = row < reach ? 0 : row - reach;
    last_row = row + reach < rows ? row + reach : rows;
    nodes++;
    deducer_begin_again(first_pages, first_row, last_row, 1, guess != 0 ? deducer_assumption(guess) : 0);
}

/* How far it is searched first, for which the solution must be in a page. */
static inline uint32_t nearest(void) { return has_solution_page ? NEAR : rows; }

/* Before the clue was removed, there was one solution: so another one differs there. Most often one differs only near it: so
 * search first with most rows as they are. */
MAKING SMALL static void ask(uint32_t cell)
{
    uint32_t row = cell_row(cell), clue = deducer_cell_at(row, cell_col(cell));
    if (ease == 0) {
        deducer_change(clue, DEDUCER_UNLIKE);
        search_near(row, nearest(), 0);
    } else {
        deducer_change(clue, DEDUCER_FREE);
        begin_to_deduce();
    }
}

/* What breaks the clue is another number, or, where a cell with a clue is 0, that it is 1: both are searched for by turns. */
static enum removal searched(uint32_t cell, struct result *result)
{
    const uint32_t row = cell_row(cell), clue = deducer_cell_at(row, cell_col(cell));
    uint32_t reach = nearest(), guess = 0;
    for (;;) {
        uint32_t state = wait_for(result);
        if (!(state & (OWN(STATE_CONTRADICTION) | OWN(STATE_DECIDED)))) {
            depth = 0;
            page = lowest_page;
            state = branch(result, state);
        }
        if (!(state & OWN(STATE_CONTRADICTION)))
            return state == ENDED ? STOPPED : NEEDED;
        if (CLUED_CELLS_ARE_ZERO && guess == 0) {
            guess = guess_of(clue, true);
            deducer_change(clue, DEDUCER_FREE);
        } else {
            if (first_row == 0 && last_row == rows)
                return SPARED;
            reach *= 2;
            guess = 0;
            if (CLUED_CELLS_ARE_ZERO)
                deducer_change(clue, DEDUCER_UNLIKE);
        }
        search_near(row, reach, guess);
    }
}

static void put_back(uint32_t cell) { deducer_change(deducer_cell_at(cell_row(cell), cell_col(cell)), DEDUCER_LIKE); }

MAKING SMALL static enum removal answer(uint32_t cell, struct result *result)
{
    if (search_is_due() && !may_go_on(result))
        return STOPPED;
    enum removal removal = ease == 0 ? searched(cell, result) : deduced(result);
    deducer_change(deducer_cell_at(cell_row(cell), cell_col(cell)), removal == SPARED ? DEDUCER_FREE : DEDUCER_LIKE);
    return removal;
}

SELDOM const uint8_t *thin_puzzle(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    const struct thinning *how = &terms->thinning;
    static const struct clue_set clues = {ask, answer, put_back};
    struct full_puzzle full;
    if (!read_full_puzzle(puzzle, how, result, &full))
        return NULL;
    begin(puzzle, result);
    likely = full.solution;
    unlikely = false;
    many_searches = true;
    ease = how->ease;
    set_solved_clues(full.solution, full.there);
    struct drawing drawing;
    const uint32_t spare = begin_turns(puzzle, how, &full, false, &drawing);
    const uint8_t *const end = puzzle->bytes + SEED_BYTES;
    if (!search_begins_heard())
        return end;
    result->end += solution_bytes;
    begin_to_deduce();
    bool enough = deduced(result) == SPARED;
    if (!enough)
        enough = ease == 0 && is_unique(result);
    else if (last_page - deducer_first_page(rows, cols) >= 2 * words)
        keep_solution_page(result);
    wanted = 1;
    thinned(puzzle, &full, enough, enough && remove_orbits(spare, drawing, &clues, result), result);
    count(result);
    return end;
}
