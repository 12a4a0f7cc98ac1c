/* What this build is. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <stdint.h>

#include "registers.h"

static inline uint32_t identity_build_low(void) { return IDENTITY->build_low; }
static inline uint32_t identity_build_high(void) { return IDENTITY->build_high; }
static inline uint32_t identity_clock_hz(void) { return IDENTITY->clock_hz; }
static inline uint32_t identity_bit_rate(void) { return IDENTITY->bit_rate; }

/* The largest puzzle of each engine. */

#define IDENTITY_SIZE(engine, REGISTER) \
    static inline uint8_t identity_##engine##_rows(void) \
    { \
        return (uint8_t)((IDENTITY->engine & REGISTER##_ROWS) >> REGISTER##_ROWS_SHIFT); \
    } \
    static inline uint8_t identity_##engine##_cols(void) \
    { \
        return (uint8_t)((IDENTITY->engine & REGISTER##_COLS) >> REGISTER##_COLS_SHIFT); \
    }

IDENTITY_SIZE(checker, IDENTITY_CHECKER)
IDENTITY_SIZE(deducer, IDENTITY_DEDUCER)
IDENTITY_SIZE(sudoku, IDENTITY_SUDOKU)
IDENTITY_SIZE(scan, IDENTITY_SCAN)

#endif
