/* The interface to a deducer, a unit that applies the rules of a puzzle to a partial solution, and looks ahead.
 *
 * The including file selects the deducer. It defines two macros: REGISTERS are the deducer's registers, and OWN(NAME)
 * is the deducer's constant NAME. It also defines two constants, which determine the size of a page. A page is the part
 * of the deducer's memory that holds one partial solution. It has a word for each row of the puzzle, and FRAME
 * additional words. If COLUMNS is true, it also has at least as many words as the puzzle has columns.
 *
 * A guess has 16 bits: a cell as the deducer encodes it (deducer_cell_at), and DEDUCER_VALUE, which is set if the
 * guessed value is 1. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "registers.h"
#include "search.h"

#define DEDUCER_OWN_PAGES 2 /* a page for lookahead, and a page for the solution that lookahead has found */
#define DEDUCER_VALUE OWN(CONTROL_VALUE)

_Static_assert(OWN(STATE_ROW) == OWN(CONTROL_ROW) && OWN(STATE_COL) == OWN(CONTROL_COL)
                   && OWN(CHANGE_ROW) == OWN(CONTROL_ROW) && OWN(CHANGE_COL) == OWN(CONTROL_COL),
               "the state and the commands encode a cell alike");
_Static_assert(OWN(CONTROL_ROW) < 0x10000 && OWN(CONTROL_COL) < 0x10000 && DEDUCER_VALUE < 0x10000,
               "a guess has 16 bits");

/* A page is identified by the address of its first word. */
static inline uint32_t deducer_page_words(uint32_t rows, uint32_t cols)
{
    return COLUMNS && cols > rows + FRAME ? cols : rows + FRAME;
}
static inline uint32_t deducer_saved_page(uint32_t rows, uint32_t cols)
{
    return deducer_page_words(rows, cols) * (DEDUCER_OWN_PAGES - 1);
}
static inline uint32_t deducer_first_page(uint32_t rows, uint32_t cols)
{
    return deducer_page_words(rows, cols) * DEDUCER_OWN_PAGES;
}
static inline uint32_t deducer_last_page(uint32_t rows, uint32_t cols)
{
    /* The CPU has no division. */
    const uint32_t words = deducer_page_words(rows, cols), most = REGISTERS->words - words;
    uint32_t page = 0;
    while (page + words <= most)
        page += words;
    return page;
}

/* Return the addresses of a page and its parent in one word: a value for REGISTERS->pages, or for the argument `pages`
 * of the functions below. If a row was not written to the page yet, the deducer reads the parent's row. */
static inline uint32_t deducer_pages(uint32_t page, uint32_t parent)
{
    return page << OWN(PAGES_PAGE_SHIFT) | parent << OWN(PAGES_PARENT_SHIFT);
}

/* Remove all clues, initialise the first page for a puzzle of this size, and set the counters to 0. */
static inline void deducer_begin(uint32_t rows, uint32_t cols)
{
    REGISTERS->size = rows << OWN(SIZE_ROWS_SHIFT) | cols << OWN(SIZE_COLS_SHIFT);
    REGISTERS->pages = deducer_pages(deducer_first_page(rows, cols), deducer_first_page(rows, cols));
    REGISTERS->control = OWN(CONTROL_BEGIN);
    while (REGISTERS->state & OWN(STATE_BUSY))
        ;
}

#define DEDUCER_SHALLOW OWN(CONTROL_SHALLOW)

/* Return the flags that make a command assign a guess first. */
static inline uint32_t deducer_assumption(uint32_t guess) { return guess | OWN(CONTROL_ASSUME); }

/* Initialise a page again with the same clues, and start deducing as deducer_solve does. `how` is one of three values:
 * 0; the result of deducer_assumption; or DEDUCER_SHALLOW, with which the deducer does not look ahead, and ends without
 * a flood fill. Rows outside the window from `first` to `last` are copied from the parent. */
static inline void deducer_begin_again(uint32_t pages, uint32_t first, uint32_t last, uint32_t solutions, uint32_t how)
{
    REGISTERS->pages = pages;
    REGISTERS->window = first << OWN(WINDOW_FIRST_SHIFT) | last << OWN(WINDOW_LAST_SHIFT);
    REGISTERS->control = OWN(CONTROL_BEGIN) | OWN(CONTROL_SAME_CLUES) | OWN(CONTROL_NEAR) | OWN(CONTROL_SOLVE)
        | solutions << OWN(CONTROL_SOLUTIONS_SHIFT) | how;
}

/* Copy the page of a solution, and verify the solution. */
static inline void deducer_copy_page(uint32_t pages)
{
    REGISTERS->pages = pages;
    REGISTERS->control = OWN(CONTROL_SOLVE) | OWN(CONTROL_SHALLOW);
}

/* Change the clue of a cell; deducer_cell_at encodes the cell. FREE removes the clue, and LIKE restores it. UNLIKE
 * negates the clue: every number at the cell except the clue is allowed. It is negated until the next change of any
 * clue. */
enum deducer_change { DEDUCER_FREE = OWN(CHANGE_FREE), DEDUCER_LIKE = 0, DEDUCER_UNLIKE = OWN(CHANGE_UNLIKE) };
static inline void deducer_change(uint32_t cell, enum deducer_change change) { REGISTERS->change = cell | change; }

/* Set the clue of a cell. */
static inline void deducer_set_clue(uint32_t cell, uint32_t clue)
{
    REGISTERS->change = cell | OWN(CHANGE_VALUED) | clue << OWN(CHANGE_VALUE_SHIFT);
}

static inline uint32_t deducer_cell_at(uint32_t row, uint32_t col)
{
    return row << OWN(CONTROL_ROW_SHIFT) | col << OWN(CONTROL_COL_SHIFT);
}

/* Wait until the deducer needs more clues, or more bits that say which cells have clues; return whether it needs clues.
 * */
static inline bool deducer_needs_clues(void)
{
    uint32_t packing;
    do {
        packing = REGISTERS->packing;
    } while (!(packing & (OWN(PACKING_NEEDS_GIVEN) | OWN(PACKING_NEEDS_VALUES))));
    return packing & OWN(PACKING_NEEDS_VALUES);
}

/* Start deducing. `solutions` is 1 or 2 to search for this number of solutions, DEDUCER_ALL to count all solutions, or
 * 0 to ignore the solutions that lookahead finds, because the caller already has them. */
#define DEDUCER_ALL 3
static inline void deducer_solve(uint32_t solutions)
{
    REGISTERS->control = OWN(CONTROL_SOLVE) | solutions << OWN(CONTROL_SOLUTIONS_SHIFT);
}

/* Start deducing as deducer_solve does, and start the clock of the search. */
static inline void deducer_search(uint32_t solutions)
{
    operate_search(&REGISTERS->control, OWN(CONTROL_SOLVE) | solutions << OWN(CONTROL_SOLUTIONS_SHIFT));
}

/* Assign a guess, and start deducing as deducer_solve does. */
static inline void deducer_assume(uint32_t guess, uint32_t solutions)
{
    REGISTERS->control = deducer_assumption(guess) | OWN(CONTROL_SOLVE) | solutions << OWN(CONTROL_SOLUTIONS_SHIFT);
}

/* Return the next 32 cells of the page's solution in reading order; bit 0 is the first cell. */
static inline uint32_t deducer_packed(void)
{
    while (!(REGISTERS->packing & OWN(PACKING_HAS_PACKED)))
        ;
    return REGISTERS->packed;
}

/* The deducer has a register for each counter except the counter of nodes. */
#define DEDUCER_OWN_COUNTERS (sizeof REGISTERS->counters / sizeof *REGISTERS->counters)
enum { DEDUCER_FIRST_COUNTER = OWN(COUNTERS) - DEDUCER_OWN_COUNTERS };

static inline uint32_t deducer_counter(uint32_t number) { return REGISTERS->counters[number]; }
