#include "search.h"

#include "bytes.h"
#include "soc.h"

/* The host is served after the time in which this number of bits can arrive; the UART's queue holds eight times as many
 * bits. */
#define UNHEARD_BITS 2048

struct search running;
uint64_t search_began;
uint32_t search_due; /* a time in clocks since reset, modulo 2**32 */

static void (*receive_requests)(void);
static bool (*report_progress)(void);

void search_set_callbacks(void (*receive)(void), bool (*report)(void))
{
    receive_requests = receive;
    report_progress = report;
}

void search_set_due(void) { search_due = TIMER->low + PORT->divisor * UNHEARD_BITS; }

SMALL bool search_may_continue(struct result *result)
{
    receive_requests();
    running.served = true;
    if (!report_progress()) {
        result->status = STATUS_CANCELLED;
        return false;
    }
    if (running.limit != 0 && timer_cycles() - search_began >= running.limit) {
        result->status = STATUS_LIMIT;
        return false;
    }
    search_set_due();
    return true;
}

COLD bool search_serve_and_begin(void)
{
    receive_requests();
    search_set_due();
    search_begins();
    return !running.discarded;
}

COLD void put_count(struct result *result, uint64_t found, uint64_t most)
{
    if (found == 0) {
        if (result->complete)
            result->status = STATUS_NO_SOLUTION;
        return;
    }
    result->end = put_varint(result->end, most != 0 && found > most ? most : found);
    result->solutions = 1;
}

/* Each of these functions fits into one line of the instruction cache: a miss costs 20 clocks, which is the total time
 * of some puzzles. */
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
