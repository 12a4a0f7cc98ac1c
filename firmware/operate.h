/* A command to an engine, and the time until its state can be read: no other code is in between. */
#pragma once

#include <stdint.h>

#include "registers.h"

struct ended {
    uint32_t state;
    uint32_t clocks;
};

/* Write the command, read the state, which waits, and measure the time of both. */
struct ended operate(volatile REGISTER *control, uint32_t command, const volatile REGISTER *state);

/* Start the search's clock and write the command. */
void operate_search(volatile REGISTER *control, uint32_t command);
