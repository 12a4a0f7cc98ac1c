#include "operate.h"

#include "engine.h"

/* Each fits into one line of the instruction cache: a miss costs 20 clocks, as much as many a puzzle takes altogether. */
__attribute__((aligned(32))) struct ended operate(
    volatile REGISTER *control, uint32_t command, const volatile REGISTER *state)
{
    uint32_t begun = TIMER->low;
    *control = command;
    uint32_t ended = *state;
    return (struct ended){.state = ended, .clocks = TIMER->low - begun};
}

__attribute__((aligned(32))) void operate_search(volatile REGISTER *control, uint32_t command)
{
    uint32_t low = TIMER->low; /* latches the upper half */
    *control = command;
    search_began = (uint64_t)TIMER->high << 32 | low;
}
