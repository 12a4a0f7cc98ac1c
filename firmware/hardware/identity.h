/* The identity of this build. */
#pragma once

#include <stdint.h>

#include "registers.h"

static inline uint32_t identity_build_low(void) { return IDENTITY->build_low; }
static inline uint32_t identity_build_high(void) { return IDENTITY->build_high; }
static inline uint32_t identity_clock_hz(void) { return IDENTITY->clock_hz; }
static inline uint32_t identity_bit_rate(void) { return IDENTITY->bit_rate; }
