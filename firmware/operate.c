#include "operate.h"

/* It fits into one line of the instruction cache: a miss costs 20 clocks, as much as many a puzzle takes altogether. */
__attribute__((aligned(32))) struct ended operate(
    volatile REGISTER *control, uint32_t command, const volatile REGISTER *state)
{
    uint32_t begun = TIMER->low;
    *control = command;
    uint32_t ended = *state;
    return (struct ended){.state = ended, .clocks = TIMER->low - begun};
}
