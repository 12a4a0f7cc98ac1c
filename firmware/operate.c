#include "operate.h"

#include "registers.h"

/* All of it lies in one line of the instruction cache: a line that is not yet there costs 20 clocks, as long as many a puzzle
 * takes altogether. */
__attribute__((aligned(32))) struct ended operate(
    volatile uint32_t *control, uint32_t command, const volatile uint32_t *state)
{
    uint32_t begun = TIMER->low;
    *control = command;
    uint32_t ended = *state;
    return (struct ended){.state = ended, .clocks = TIMER->low - begun};
}
