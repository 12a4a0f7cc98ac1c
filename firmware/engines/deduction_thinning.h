/* Removal of clues with a deducer (deduction.h). The including file also defines the function set_solved_clues, and the
 * constant CLUED_CELLS_ARE_ZERO, which says whether cells with a clue are 0 in every solution. */
#pragma once

#include "deduction.h"
#include "thinning.h"

/* Set the solution's clues in all cells of `there`; clear the bits of cells that cannot have a clue. */
static void set_solved_clues(const uint8_t *solution, uint8_t *there);

/* The required ease of the puzzle (see struct thinning). */
static uint32_t ease;

/* Start to deduce; do not use lookahead if the puzzle must not need it. */
static void start_deduction(void)
{
    nodes++;
    deducer_begin_again(first_pages, 0, rows, 2, ease > 1 ? DEDUCER_SHALLOW : 0);
}

/* Wait until the deduction ends; return SPARED if it has solved the puzzle, and NEEDED if it has not. Return STOPPED if
 * the search must end. */
SELDOM enum removal deduced(struct result *result)
{
    uint32_t state = wait_for(result);
    if (state & OWN(STATE_BUSY))
        return STOPPED;
    return state & OWN(STATE_DECIDED) && !(state & OWN(STATE_SAVED)) ? SPARED : NEEDED;
}

/* Return whether the puzzle has exactly one solution. */
SELDOM bool is_unique(struct result *result)
{
    wanted = 2;
    deducer_begin_again(first_pages, 0, rows, wanted, 0);
    uint32_t state = branch(result, wait_for(result));
    bool saved = REGISTERS->state & OWN(STATE_SAVED);
    return state == EXHAUSTED && result->solutions + saved == 1;
}

/* Copy the solution from the first page to the last page, and reserve the last page, so that no search uses it. */
SELDOM void keep_solution_page(struct result *result)
{
    deducer_copy_page(deducer_pages(last_page, deducer_first_page(rows, cols)));
    wait_for(result);
    first_pages = deducer_pages(deducer_first_page(rows, cols), last_page);
    last_page -= words;
    has_solution_page = true;
}

/* NEAR is the number of rows above and below a clue that are searched first. The current search covers the rows from
 * first_row to last_row. */
enum { NEAR = 2 };
static uint32_t first_row, last_row;

/* Start to search for another solution that differs only in rows at most `reach` rows away from `row`; the other rows
 * are copied from the known solution. If `guess` is not 0, it is assigned first. */
MAKING SMALL static void search_near(uint32_t row, uint32_t reach, uint32_t guess)
{
    first_row = row < reach ? 0 : row - reach;
    last_row = row + reach < rows ? row + reach : rows;
    nodes++;
    deducer_begin_again(first_pages, first_row, last_row, 1, guess != 0 ? deducer_assumption(guess) : 0);
}

/* Return the reach of the first search. If no page holds the known solution, every search must cover all rows. */
static inline uint32_t nearest(void) { return has_solution_page ? NEAR : rows; }

/* Start the test of a clue. The puzzle has only one solution with the clue, so a second solution without the clue must
 * violate the clue. A second solution usually differs from the known solution only near the clue, so the first search
 * leaves most rows as they are in the known solution. */
MAKING SMALL static void start_test(uint32_t cell)
{
    uint32_t row = cell_row(cell), clue = deducer_cell_at(row, cell_col(cell));
    if (ease == 0) {
        deducer_change(clue, DEDUCER_UNLIKE);
        search_near(row, nearest(), 0);
    } else {
        deducer_change(clue, DEDUCER_FREE);
        start_deduction();
    }
}

/* Search for a solution that violates the clue of a cell; search more and more rows around the cell. Such a solution
 * has a different number at the cell. With CLUED_CELLS_ARE_ZERO, it may instead have a 1 in the cell, so searches for
 * these two cases alternate. */
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

static void restore_clue(uint32_t cell)
{
    deducer_change(deducer_cell_at(cell_row(cell), cell_col(cell)), DEDUCER_LIKE);
}

MAKING SMALL static enum removal finish_test(uint32_t cell, struct result *result)
{
    if (search_is_due() && !may_continue(result))
        return STOPPED;
    enum removal removal = ease == 0 ? searched(cell, result) : deduced(result);
    deducer_change(deducer_cell_at(cell_row(cell), cell_col(cell)), removal == SPARED ? DEDUCER_FREE : DEDUCER_LIKE);
    return removal;
}

SELDOM const uint8_t *thin_puzzle(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    const struct thinning *how = &terms->thinning;
    static const struct clue_set clues = {start_test, finish_test, restore_clue};
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
    const uint32_t spare = begin_turns(puzzle, how, &full, &drawing);
    const uint8_t *const end = puzzle->bytes + SEED_BYTES;
    if (!search_serve_and_begin())
        return end;
    result->end += solution_bytes;
    start_deduction();
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
