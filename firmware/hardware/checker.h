/* The Slitherlink checker: it checks assignments.
 *
 * A cell's assignment is one word: its place (checker_cell), and in the low bits a *choice*: bit 0 the colour
 * (1 inside), the pattern from bit 1 up, and CHECKER_ASSIGNED. Without that bit the word removes the assignment. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "registers.h"

#define CHECKER_ASSIGNED CHECKER_ASSIGN_ASSIGNED

_Static_assert(CHECKER_ASSIGN_INSIDE == 1 && CHECKER_ASSIGN_PATTERN_SHIFT == 1, "choices count upwards");

/* The fields of an assignment word for a cell, counted from 0. */
static inline uint32_t checker_cell(uint32_t row, uint32_t col)
{
    return row << CHECKER_ASSIGN_ROW_SHIFT | col << CHECKER_ASSIGN_COL_SHIFT;
}

/* Remove clues and assignments, and set the next puzzle's size. */
static inline void checker_begin(uint32_t rows, uint32_t cols)
{
    CHECKER->size = rows << CHECKER_SIZE_ROWS_SHIFT | cols << CHECKER_SIZE_COLS_SHIFT;
    CHECKER->control = CHECKER_CONTROL_CLEAR;
}

static inline void checker_clue(uint32_t row, uint32_t col, uint32_t clue)
{
    CHECKER->clue = row << CHECKER_CLUE_ROW_SHIFT | col << CHECKER_CLUE_COL_SHIFT | clue << CHECKER_CLUE_VALUE_SHIFT;
}

static inline void checker_assign(uint32_t word) { CHECKER->assign = word; }

/* Return whether the assignment breaks the partial condition. */
static inline bool checker_conflict(void) { return CHECKER->conflict != 0; }

static inline uint32_t checker_flood(uint32_t command)
{
    uint32_t verdict;
    CHECKER->control = command;
    do {
        verdict = CHECKER->verdict;
    } while (verdict & CHECKER_VERDICT_BUSY);
    return verdict;
}

/* Return whether the inside cells are one region without a hole; every cell must be decided. */
static inline bool checker_one_loop(void)
{
    uint32_t verdict = checker_flood(CHECKER_CONTROL_FLOOD);
    return (verdict & CHECKER_VERDICT_JOINED) && (verdict & CHECKER_VERDICT_PICK);
}

/* Return whether undecided cells can still connect all inside cells, and all outside cells with the frame. */
static inline bool checker_joinable(void)
{
    uint32_t through = CHECKER_CONTROL_FLOOD | CHECKER_CONTROL_UNDECIDED;
    return (checker_flood(through) & CHECKER_VERDICT_JOINED)
        && (checker_flood(through | CHECKER_CONTROL_OUTSIDE) & CHECKER_VERDICT_JOINED);
}

/* A row of colours; bit j is column j. */
static inline uint32_t checker_inside(uint32_t row) { return CHECKER->inside[row]; }
static inline uint32_t checker_outside(uint32_t row) { return CHECKER->outside[row]; }
