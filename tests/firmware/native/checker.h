#ifndef CHECKER_H
#define CHECKER_H

#include "native.h"

#define CHECKER_ASSIGNED 16u

static inline uint32_t checker_cell(uint32_t row, uint32_t col) { return row << 16 | col << 8; }
static inline void checker_begin(uint32_t rows, uint32_t cols) { native_checker.begin(rows, cols); }
static inline void checker_clue(uint32_t row, uint32_t col, uint32_t clue) { native_checker.clue(row, col, clue); }
static inline void checker_assign(uint32_t word)
{
    native_checker.assign(word >> 16, word >> 8 & 255, word & 255);
}
static inline bool checker_conflict(void) { return native_checker.conflict(); }
static inline bool checker_one_loop(void) { return native_checker.one_loop(); }
static inline bool checker_joinable(void) { return native_checker.joinable(); }
static inline uint32_t checker_inside(uint32_t row) { return native_checker.inside(row); }
static inline uint32_t checker_outside(uint32_t row) { return native_checker.outside(row); }

#endif
