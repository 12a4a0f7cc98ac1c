#ifndef TIMER_H
#define TIMER_H

#include "native.h"

static inline uint64_t timer_cycles(void) { return native_cycles += 10; }

#endif
