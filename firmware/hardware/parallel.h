/* The parallel Sudoku engine: it deduces and searches on the whole grid at once. */
#pragma once

#include <stdint.h>

#include "registers.h"
#include "search.h"

/* Clear the grid and the counters. */
static inline void parallel_begin(void) { PARALLEL->control = PARALLEL_CONTROL_BEGIN; }

/* A given as the engine takes it: in the box in that band and stack, at that row and column in the box. All count from 0, the
 * digit too. */
static inline uint32_t parallel_given(uint32_t band, uint32_t stack, uint32_t row, uint32_t col, uint32_t digit)
{
    return band << PARALLEL_GIVEN_BAND_SHIFT | stack << PARALLEL_GIVEN_STACK_SHIFT | row << PARALLEL_GIVEN_Y_SHIFT
        | col << PARALLEL_GIVEN_X_SHIFT | digit << PARALLEL_GIVEN_DIGIT_SHIFT;
}

/* Return a number of that cell, less than PARALLEL_PLACES. */
static inline uint32_t parallel_place(uint32_t given) { return given >> PARALLEL_GIVEN_X_SHIFT; }
enum { PARALLEL_PLACES = PARALLEL_GIVEN_UNLIKE >> PARALLEL_GIVEN_X_SHIFT };

static inline void parallel_give(uint32_t given) { PARALLEL->given = given; }

/* Take a given back, if it is one, and search for a solution with another digit there. */
static inline void parallel_search_another(uint32_t given) { PARALLEL->given = given | PARALLEL_GIVEN_UNLIKE; }

/* Begin to search for up to so many solutions. */
static inline void parallel_begin_to_solve(uint32_t solutions)
{
    PARALLEL->control = PARALLEL_CONTROL_SOLVE | solutions << PARALLEL_CONTROL_MOST_SHIFT;
}

/* Begin to search for all solutions; how many there are so far. */
enum { PARALLEL_ALL = 3 };
static inline void parallel_count(void) { parallel_begin_to_solve(PARALLEL_ALL); }
static inline uint32_t parallel_found(void) { return PARALLEL->found; }

/* Search for up to so many solutions; return the state at the end, or after a timeout, and the clocks until then. */
static inline struct ended parallel_solve(uint32_t solutions)
{
    return operate(
        &PARALLEL->control, PARALLEL_CONTROL_SOLVE | solutions << PARALLEL_CONTROL_MOST_SHIFT, &PARALLEL->state);
}

/* Make all cells givens: those of the solution that the last search ended with. */
static inline void parallel_accept(void) { PARALLEL->control = PARALLEL_CONTROL_ACCEPT; }

static inline void parallel_stop(void) { PARALLEL->control = PARALLEL_CONTROL_STOP; }

/* Waits for the engine, up to a timeout. */
static inline uint32_t parallel_state(void) { return PARALLEL->state; }

static inline uint32_t parallel_solutions(uint32_t state)
{
    return (state & PARALLEL_STATE_SOLUTIONS) >> PARALLEL_STATE_SOLUTIONS_SHIFT;
}

/* More cells of the first solution, or of the second one from parallel_keep on, four bits each, the first one lowest. */
enum { PARALLEL_CELLS = 8 };
static inline uint32_t parallel_digits(void) { return PARALLEL->digits; }
static inline void parallel_keep(void) { PARALLEL->control = PARALLEL_CONTROL_KEEP; }

/* The engine keeps all counters except the nodes. */
#define PARALLEL_OWN_COUNTERS (sizeof PARALLEL->counters / sizeof *PARALLEL->counters)
enum { PARALLEL_FIRST_COUNTER = PARALLEL_COUNTERS - PARALLEL_OWN_COUNTERS };

static inline uint32_t parallel_counter(uint32_t number) { return PARALLEL->counters[number]; }
