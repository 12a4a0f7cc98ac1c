/* The Sudoku engine for every order: it deduces by singles, and keeps a trail by which guesses are undone.
 *
 * A cell is passed as the engine reports it: SCAN_CELL of a state. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "registers.h"

#define SCAN_CELL (SCAN_STATE_ROW | SCAN_STATE_COL)

_Static_assert(SCAN_STATE_ROW == SCAN_CONTROL_ROW && SCAN_STATE_COL == SCAN_CONTROL_COL
               && SCAN_STATE_VALUE == SCAN_CONTROL_VALUE, "the state and the command encode a cell and a value alike");

/* Issue a command, SCAN_CONTROL_COMMAND_..., as hw/sudoku/scan/scan.py describes them. */
static inline void scan_command(uint32_t command, uint32_t operands) { SCAN->control = command | operands; }

/* Waits for the engine, up to a timeout. */
static inline uint32_t scan_state(void) { return SCAN->state; }

/* Set the cell whose value is written or read next; the following ones come after it. */
static inline void scan_seek(uint32_t cell) { SCAN->cell = cell; }
static inline void scan_put(uint32_t value) { SCAN->given = value; }
static inline uint32_t scan_get(void) { return SCAN->value; }

/* Set the order of the puzzles to load. */
static inline void scan_order(uint32_t order) { SCAN->order = order; }

/* Give a cell its lowest candidate that is not less than `value`, and deduce. */
static inline void scan_assume(uint32_t cell, uint32_t value, bool guess)
{
    scan_command(SCAN_CONTROL_COMMAND_ASSUME, cell | value << SCAN_CONTROL_VALUE_SHIFT | (guess ? SCAN_CONTROL_CHOICE : 0));
}

/* Find a branch cell from `cell` on: one with at most this many candidates, or else with the fewest. */
static inline void scan_find_branch(uint32_t cell, uint32_t candidates)
{
    scan_command(SCAN_CONTROL_COMMAND_BRANCH, cell | candidates << SCAN_CONTROL_VALUE_SHIFT);
}

static inline uint32_t scan_value(uint32_t state) { return (state & SCAN_STATE_VALUE) >> SCAN_STATE_VALUE_SHIFT; }

/* Kinds of locked candidates: of rows, of columns, of boxes in their rows, of boxes in their columns. */
#define SCAN_LOCKS 4

/* Exclude by the locked candidates of a house, permanently. Does nothing in an engine without memory for that. */
static inline void scan_exclude(uint32_t lock, uint32_t house)
{
    scan_command(SCAN_CONTROL_COMMAND_EXCLUDE, house << SCAN_CONTROL_ROW_SHIFT | lock << SCAN_CONTROL_VALUE_SHIFT);
}

/* Kinds of houses: rows, columns and boxes. */
#define SCAN_KINDS 3

/* The same for the subsets of a house. */
static inline void scan_subsets(uint32_t kind, uint32_t house)
{
    scan_command(SCAN_CONTROL_COMMAND_SUBSETS, house << SCAN_CONTROL_ROW_SHIFT | kind << SCAN_CONTROL_VALUE_SHIFT);
}

/* Placements that can be taken back. */
static inline uint32_t scan_depth(void) { return (SCAN->trail & SCAN_TRAIL_DEPTH) >> SCAN_TRAIL_DEPTH_SHIFT; }

/* Guesses among them. */
static inline uint32_t scan_level(void) { return (SCAN->trail & SCAN_TRAIL_LEVEL) >> SCAN_TRAIL_LEVEL_SHIFT; }

/* The engine keeps all counters except the nodes and the guesses. */
#define SCAN_OWN_COUNTERS (sizeof SCAN->counters / sizeof *SCAN->counters)
enum { SCAN_FIRST_COUNTER = SCAN_COUNTERS - SCAN_OWN_COUNTERS };

static inline uint32_t scan_counter(uint32_t number) { return SCAN->counters[number]; }
