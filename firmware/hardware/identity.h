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

static inline uint8_t identity_checker_rows(void)
{
    return (uint8_t)((IDENTITY->checker & IDENTITY_CHECKER_ROWS) >> IDENTITY_CHECKER_ROWS_SHIFT);
}

static inline uint8_t identity_checker_cols(void)
{
    return (uint8_t)((IDENTITY->checker & IDENTITY_CHECKER_COLS) >> IDENTITY_CHECKER_COLS_SHIFT);
}

static inline uint8_t identity_deducer_rows(void)
{
    return (uint8_t)((IDENTITY->deducer & IDENTITY_DEDUCER_ROWS) >> IDENTITY_DEDUCER_ROWS_SHIFT);
}

static inline uint8_t identity_deducer_cols(void)
{
    return (uint8_t)((IDENTITY->deducer & IDENTITY_DEDUCER_COLS) >> IDENTITY_DEDUCER_COLS_SHIFT);
}

#endif
