/* A command to an engine, and how long it takes until its state can be read. */
#ifndef OPERATE_H
#define OPERATE_H

#include <stdint.h>

struct ended {
    uint32_t state;
    uint32_t clocks;
};

/* Writes the command, reads the state, which waits, and stops the time of both. */
struct ended operate(volatile uint32_t *control, uint32_t command, const volatile uint32_t *state);

#endif
