/* Multiplication and division, which the CPU lacks; the compiler calls them by these names. */
#pragma once

#include <stdint.h>

/* Fastest where the second factor is small. */
uint32_t __mulsi3(uint32_t one, uint32_t other);

uint32_t __udivsi3(uint32_t dividend, uint32_t divisor);
