#ifndef SUDOKU_ENGINE_H
#define SUDOKU_ENGINE_H

#include "native.h"
#include "operate.h"

#define SUDOKU_STATE_BUSY 0x1u
#define SUDOKU_STATE_SOLVED 0x2u
#define SUDOKU_STATE_CONTRADICTION 0x4u
#define SUDOKU_STATE_DEPTH 0xff00u

enum sudoku_pace { SUDOKU_SEARCH, SUDOKU_STEPWISE };
enum { SUDOKU_GUESSES, SUDOKU_ROUNDS, SUDOKU_CLOCKS, SUDOKU_COUNTERS };

static inline void sudoku_begin(void) { native_sudoku.begin(); }
static inline void sudoku_given(uint32_t band, uint32_t stack, uint32_t row, uint32_t col, uint32_t digit)
{
    native_sudoku.given(BUILD_SUDOKU_ORDER * band + row, BUILD_SUDOKU_ORDER * stack + col, digit + 1);
}
static inline struct ended sudoku_solve(enum sudoku_pace pace)
{
    native_sudoku.solve(pace == SUDOKU_STEPWISE);
    return (struct ended){.state = native_sudoku.state(), .clocks = 1};
}
static inline void sudoku_guess(enum sudoku_pace pace) { native_sudoku.guess(pace == SUDOKU_STEPWISE); }
static inline void sudoku_back(enum sudoku_pace pace) { native_sudoku.back(pace == SUDOKU_STEPWISE); }
static inline void sudoku_stop(void) { native_sudoku.stop(); }
static inline uint32_t sudoku_state(void) { return native_sudoku.state(); }
static inline uint64_t sudoku_row(uint32_t band, uint32_t row)
{
    return native_sudoku.row(BUILD_SUDOKU_ORDER * band + row);
}
static inline uint32_t sudoku_counter(uint32_t number) { return native_sudoku.counter(number); }

#endif
