/* The Slitherlink deducer: it deduces all that it can from a state.
 *
 * States are in pages. A guess, 16 bits, is a cell as the deducer
 * encodes it (deducer_cell), with DEDUCER_OUTSIDE for the colour outside. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "operate.h"
#include "registers.h"

#define DEDUCER_OWN_PAGES 2 /* for lookahead, and for the solution that it keeps */
#define DEDUCER_OUTSIDE DEDUCER_CONTROL_VALUE

_Static_assert(DEDUCER_STATE_ROW == DEDUCER_CONTROL_ROW && DEDUCER_STATE_COL == DEDUCER_CONTROL_COL
                   && DEDUCER_CHANGE_ROW == DEDUCER_CONTROL_ROW && DEDUCER_CHANGE_COL == DEDUCER_CONTROL_COL,
               "the state and the commands encode a cell alike");
_Static_assert(DEDUCER_CONTROL_ROW < 0x10000 && DEDUCER_CONTROL_COL < 0x10000 && DEDUCER_OUTSIDE < 0x10000,
               "a guess has 16 bits");

/* Pages are told by the addresses of their first words. */
static inline uint32_t deducer_page_words(uint32_t rows) { return rows + 1; }
static inline uint32_t deducer_kept_page(uint32_t rows) { return deducer_page_words(rows) * (DEDUCER_OWN_PAGES - 1); }
static inline uint32_t deducer_first_page(uint32_t rows) { return deducer_page_words(rows) * DEDUCER_OWN_PAGES; }
static inline uint32_t deducer_last_page(uint32_t rows)
{
    /* There is no instruction that divides. */
    const uint32_t words = deducer_page_words(rows), most = DEDUCER->words - words;
    uint32_t page = 0;
    while (page + words <= most)
        page += words;
    return page;
}

/* What deducer_set_pages and deducer_begin_again take. */
static inline uint32_t deducer_pages(uint32_t page, uint32_t parent)
{
    return page << DEDUCER_PAGES_PAGE_SHIFT | parent << DEDUCER_PAGES_PARENT_SHIFT;
}

/* Choose the page to work on, and the one that it begins as a copy of, if that is another one. */
static inline void deducer_set_pages(uint32_t pages) { DEDUCER->pages = pages; }

/* Remove all clues, initialise the first page for a puzzle of this size, and clear the counters. */
static inline void deducer_begin(uint32_t rows, uint32_t cols)
{
    DEDUCER->size = rows << DEDUCER_SIZE_ROWS_SHIFT | cols << DEDUCER_SIZE_COLS_SHIFT;
    deducer_set_pages(deducer_pages(deducer_first_page(rows), deducer_first_page(rows)));
    DEDUCER->control = DEDUCER_CONTROL_BEGIN;
    while (DEDUCER->state & DEDUCER_STATE_BUSY)
        ;
}

#define DEDUCER_SHALLOW DEDUCER_CONTROL_SHALLOW

/* Initialise a page again, with the same clues, and start deducing as of deducer_solve; with DEDUCER_SHALLOW, with neither
 * lookahead nor the flood that ends it. Rows outside of the window are copied from the parent. */
static inline void deducer_begin_again(uint32_t pages, uint32_t first, uint32_t last, uint32_t solutions, uint32_t shallow)
{
    DEDUCER->pages = pages;
    DEDUCER->window = first << DEDUCER_WINDOW_FIRST_SHIFT | last << DEDUCER_WINDOW_LAST_SHIFT;
    DEDUCER->control = DEDUCER_CONTROL_BEGIN | DEDUCER_CONTROL_SAME_CLUES | DEDUCER_CONTROL_NEAR | DEDUCER_CONTROL_SOLVE
        | solutions << DEDUCER_CONTROL_SOLUTIONS_SHIFT | shallow;
}

/* Copy the page of a solution, which is verified on the way. */
static inline void deducer_copy_page(uint32_t pages)
{
    deducer_set_pages(pages);
    DEDUCER->control = DEDUCER_CONTROL_SOLVE | DEDUCER_CONTROL_SHALLOW;
}

/* Change the clue of a cell, as the deducer encodes it: remove it; let it count again; or let the cell have any other number of
 * lines, until the next change. */
enum deducer_change { DEDUCER_FREE = DEDUCER_CHANGE_FREE, DEDUCER_LIKE = 0, DEDUCER_UNLIKE = DEDUCER_CHANGE_UNLIKE };
static inline void deducer_change(uint32_t cell, enum deducer_change change) { DEDUCER->change = cell | change; }

/* Set the clue of a cell. */
static inline void deducer_set_clue(uint32_t cell, uint32_t clue)
{
    DEDUCER->change = cell | DEDUCER_CHANGE_VALUED | clue << DEDUCER_CHANGE_VALUE_SHIFT;
}

static inline uint32_t deducer_cell_at(uint32_t row, uint32_t col)
{
    return row << DEDUCER_CONTROL_ROW_SHIFT | col << DEDUCER_CONTROL_COL_SHIFT;
}

/* Say which of the next 32 cells have a clue, the first one in bit 0. */
static inline void deducer_give(uint32_t cells) { DEDUCER->given = cells; }

/* Set the next 16 clues of two bits each, the first one in bits 0 and 1. */
static inline void deducer_set_clues(uint32_t clues) { DEDUCER->values = clues; }

/* Wait until the deducer needs more of the cells or of the clues; return whether it is clues. */
static inline bool deducer_needs_clues(void)
{
    uint32_t packing;
    do {
        packing = DEDUCER->packing;
    } while (!(packing & (DEDUCER_PACKING_NEEDS_GIVEN | DEDUCER_PACKING_NEEDS_VALUES)));
    return packing & DEDUCER_PACKING_NEEDS_VALUES;
}

/* The number of clues so far. */
static inline uint32_t deducer_clues(void) { return DEDUCER->packing & DEDUCER_PACKING_CLUES; }

/* Start deducing, with 1 or 2 solutions wanted; 0, to pass over the one that lookahead has kept; or all to be counted. */
#define DEDUCER_ALL 3
static inline void deducer_solve(uint32_t solutions)
{
    DEDUCER->control = DEDUCER_CONTROL_SOLVE | solutions << DEDUCER_CONTROL_SOLUTIONS_SHIFT;
}

/* The same, and start the search's clock. */
static inline void deducer_search(uint32_t solutions)
{
    operate_search(&DEDUCER->control, DEDUCER_CONTROL_SOLVE | solutions << DEDUCER_CONTROL_SOLUTIONS_SHIFT);
}

/* The solutions that lookahead has counted since the beginning. */
static inline uint32_t deducer_found(void) { return DEDUCER->found; }

/* The same after giving a cell the guessed colour. */
static inline void deducer_assume(uint32_t guess, uint32_t solutions)
{
    DEDUCER->control = guess | DEDUCER_CONTROL_ASSUME | DEDUCER_CONTROL_SOLVE | solutions << DEDUCER_CONTROL_SOLUTIONS_SHIFT;
}

static inline void deducer_stop(void) { DEDUCER->control = DEDUCER_CONTROL_STOP; }

/* Waits for the deducer, up to a timeout. */
static inline uint32_t deducer_state(void) { return DEDUCER->state; }

/* The branch cell. */
static inline uint32_t deducer_cell(uint32_t state) { return state & (DEDUCER_STATE_ROW | DEDUCER_STATE_COL); }

/* Begin to read the page. */
static inline void deducer_pack(void) { DEDUCER->control = DEDUCER_CONTROL_PACK; }

/* Return which of its next 32 cells, in reading order, may be inside; the first one is bit 0. */
static inline uint32_t deducer_packed(void)
{
    while (!(DEDUCER->packing & DEDUCER_PACKING_HAS_PACKED))
        ;
    return DEDUCER->packed;
}

/* The deducer keeps all counters except the nodes. */
#define DEDUCER_OWN_COUNTERS (sizeof DEDUCER->counters / sizeof *DEDUCER->counters)
enum { DEDUCER_FIRST_COUNTER = DEDUCER_COUNTERS - DEDUCER_OWN_COUNTERS };

static inline uint32_t deducer_counter(uint32_t number) { return DEDUCER->counters[number]; }
