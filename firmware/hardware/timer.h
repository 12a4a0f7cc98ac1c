/* The cycle counter. */
#pragma once

#include <stdint.h>

#include "registers.h"

/* Clocks since reset, modulo 2**32. */
static inline uint32_t timer_low(void) { return TIMER->low; }

/* Clocks since reset. */
static inline uint64_t timer_cycles(void)
{
    uint32_t low = TIMER->low; /* latches the upper half */
    return (uint64_t)TIMER->high << 32 | low;
}

/* The same when an engine last ended its work, within the last 2**32 clocks. */
static inline uint64_t timer_ended(void)
{
    uint64_t now = timer_cycles();
    return now - ((uint32_t)now - TIMER->ended);
}
