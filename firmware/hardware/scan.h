/* The Sudoku unit for every order: it deduces by singles, and keeps a trail by which choices are taken back.
 *
 * A cell is named as the unit tells it (SCAN_CELL of a state); that is also how commands take it. */
#ifndef SCAN_H
#define SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "registers.h"

#define SCAN_CELL (SCAN_STATE_ROW | SCAN_STATE_COL)

_Static_assert(SCAN_STATE_ROW == SCAN_CONTROL_ROW && SCAN_STATE_COL == SCAN_CONTROL_COL
               && SCAN_STATE_VALUE == SCAN_CONTROL_VALUE, "what was found is told as it is to be assumed");

/* As hw/sudoku/scan.py numbers them: forget all but the cells' values; take them as givens; deduce; see scan_assume; take back
 * the last choice and all that came after it, and tell it as what was found; see scan_pick; see scan_exclude;
 * see scan_subsets. */
enum scan_command {
    SCAN_CLEAR = 1, SCAN_LOAD, SCAN_PROPAGATE, SCAN_ASSUME, SCAN_UNDO, SCAN_PICK, SCAN_EXCLUDE,
    SCAN_SUBSETS,
};

static inline void scan_command(enum scan_command command, uint32_t operands)
{
    SCAN->control = (uint32_t)command << SCAN_CONTROL_COMMAND_SHIFT | operands;
}

/* Waits a while for the work to end. */
static inline uint32_t scan_state(void)
{
    return SCAN->state;
}

/* The cell whose value is written or read next; then comes the one behind it. */
static inline void scan_seek(uint32_t cell)
{
    SCAN->cell = cell;
}

static inline void scan_put(uint32_t value)
{
    SCAN->given = value;
}

static inline uint32_t scan_get(void)
{
    return SCAN->value;
}

/* The order of the puzzles that are loaded from now on. */
static inline void scan_order(uint32_t order)
{
    SCAN->order = order;
}

/* Gives a cell its lowest candidate that is not less than `value`, and deduces. */
static inline void scan_assume(uint32_t cell, uint32_t value, bool choice)
{
    scan_command(SCAN_ASSUME, cell | value << SCAN_CONTROL_VALUE_SHIFT | (choice ? SCAN_CONTROL_CHOICE : 0));
}

/* Looks for a cell with no more than so many candidates, from `cell` on; for one with the fewest, if there is none. */
static inline void scan_pick(uint32_t cell, uint32_t candidates)
{
    scan_command(SCAN_PICK, cell | candidates << SCAN_CONTROL_VALUE_SHIFT);
}

static inline uint32_t scan_value(uint32_t state)
{
    return (state & SCAN_STATE_VALUE) >> SCAN_STATE_VALUE_SHIFT;
}

/* In how many ways units have locked candidates: rows, columns, boxes in their rows, boxes in their columns. */
#define SCAN_LOCKS 4

/* Excludes what those of a unit do, for good. Where the unit has no memory for that, nothing happens. */
static inline void scan_exclude(uint32_t lock, uint32_t unit)
{
    scan_command(SCAN_EXCLUDE, unit << SCAN_CONTROL_ROW_SHIFT | lock << SCAN_CONTROL_VALUE_SHIFT);
}

/* Units are rows, columns and boxes. */
#define SCAN_KINDS 3

/* The same for the subsets of a unit. */
static inline void scan_subsets(uint32_t kind, uint32_t unit)
{
    scan_command(SCAN_SUBSETS, unit << SCAN_CONTROL_ROW_SHIFT | kind << SCAN_CONTROL_VALUE_SHIFT);
}

/* Placements that can be taken back. */
static inline uint32_t scan_depth(void)
{
    return (SCAN->trail & SCAN_TRAIL_DEPTH) >> SCAN_TRAIL_DEPTH_SHIFT;
}

/* Choices among them. */
static inline uint32_t scan_level(void)
{
    return (SCAN->trail & SCAN_TRAIL_LEVEL) >> SCAN_TRAIL_LEVEL_SHIFT;
}

/* Units visited, cells placed, hidden singles among them, parts of lines from which locked candidates were excluded, cells from
 * which subsets excluded some. */
enum { SCAN_VISITS, SCAN_PLACED, SCAN_HIDDEN, SCAN_EXCLUDED, SCAN_IN_SUBSETS };
#define SCAN_COUNTERS (sizeof SCAN->counters / sizeof *SCAN->counters)

static inline uint32_t scan_counter(uint32_t number)
{
    return SCAN->counters[number];
}

#endif
