/* The parallel Sudoku engine: it deduces and searches on a whole grid at once. */
#ifndef SUDOKU_ENGINE_H
#define SUDOKU_ENGINE_H

#include <stdint.h>

#include "operate.h"
#include "registers.h"

/* Until a solution is met, or only until there is something to decide: to go on with a guess or, after a contradiction, to
 * go back to the last one. */
enum sudoku_pace { SUDOKU_SEARCH, SUDOKU_STEPWISE = SUDOKU_CONTROL_STEPWISE };

/* Empties the grid. The counters begin at 0. */
static inline void sudoku_begin(void)
{
    SUDOKU->control = SUDOKU_CONTROL_BEGIN;
}

/* In the box of that band and stack, the cell of that row and column. All count from 0, the digit, too. */
static inline void sudoku_given(uint32_t band, uint32_t stack, uint32_t row, uint32_t col, uint32_t digit)
{
    SUDOKU->given = band << SUDOKU_GIVEN_BAND_SHIFT | stack << SUDOKU_GIVEN_STACK_SHIFT
        | row << SUDOKU_GIVEN_Y_SHIFT | col << SUDOKU_GIVEN_X_SHIFT | digit << SUDOKU_GIVEN_DIGIT_SHIFT;
}

/* The state of the end, if that comes soon, and the clocks until then. */
static inline struct ended sudoku_solve(enum sudoku_pace pace)
{
    return operate(&SUDOKU->control, SUDOKU_CONTROL_SOLVE | (uint32_t)pace, &SUDOKU->state);
}

static inline void sudoku_guess(enum sudoku_pace pace)
{
    SUDOKU->control = SUDOKU_CONTROL_GUESS | (uint32_t)pace;
}

/* There must be a guess that the state hangs on. */
static inline void sudoku_back(enum sudoku_pace pace)
{
    SUDOKU->control = SUDOKU_CONTROL_BACK | (uint32_t)pace;
}

static inline void sudoku_stop(void)
{
    SUDOKU->control = SUDOKU_CONTROL_STOP;
}

/* Waits a while for the work to end. */
static inline uint32_t sudoku_state(void)
{
    return SUDOKU->state;
}

/* The digits of a row of a band, four bits each, the leftmost lowest. */
static inline uint64_t sudoku_row(uint32_t band, uint32_t row)
{
    SUDOKU->row = band << SUDOKU_ROW_BAND_SHIFT | row << SUDOKU_ROW_Y_SHIFT;
    uint64_t digits = SUDOKU->digits[0];
    if (sizeof SUDOKU->digits > sizeof(uint32_t))
        digits |= (uint64_t)SUDOKU->digits[1] << 32;
    return digits;
}

enum { SUDOKU_GUESSES, SUDOKU_ROUNDS, SUDOKU_CLOCKS, SUDOKU_COUNTERS };

static inline uint32_t sudoku_counter(uint32_t number)
{
    return SUDOKU->counters[number];
}

#endif
