#ifndef DEDUCER_H
#define DEDUCER_H

#include "native.h"

#define DEDUCER_OUTSIDE 1u
#define DEDUCER_STATE_BUSY 0x10000u
#define DEDUCER_STATE_CONTRADICTION 0x20000u
#define DEDUCER_STATE_DECIDED 0x40000u
#define DEDUCER_COUNTERS 6u
#define DEDUCER_ROW_WORDS 1u

static inline uint32_t deducer_pages(uint32_t rows) { return native_deducer.pages(rows); }
static inline void deducer_choose_page(uint32_t rows, uint32_t page, uint32_t parent)
{
    (void)rows;
    native_deducer.choose_page(page, parent);
}
static inline void deducer_begin(uint32_t rows, uint32_t cols) { native_deducer.begin(rows, cols); }
static inline void deducer_clue(uint32_t row, uint32_t col, uint32_t clue) { native_deducer.clue(row, col, clue); }
static inline void deducer_solve(bool any_solution) { native_deducer.solve(any_solution); }
static inline void deducer_assume(uint32_t choice, bool any_solution)
{
    native_deducer.assume(choice >> 8, choice >> 1 & 127, choice & DEDUCER_OUTSIDE, any_solution);
}
static inline void deducer_stop(void) { native_deducer.stop(); }
static inline uint32_t deducer_state(void) { return native_deducer.state(); }
static inline uint32_t deducer_cell(uint32_t state) { return state & 0xfffeu; }
static inline void deducer_inside(uint32_t row, uint32_t words[DEDUCER_ROW_WORDS])
{
    words[0] = native_deducer.inside(row);
}
static inline uint32_t deducer_counter(uint32_t number) { return native_deducer.counter(number); }

#endif
