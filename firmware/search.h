/* The running search: its clock, and the host, which is served while it takes long. */
#pragma once

#include "engine.h"
#include "soc.h"

/* For engines. */

/* The start of the running search, in clocks since reset. */
extern uint64_t search_began;

/* An engine starts the clock when the puzzle is loaded, ... */
static inline void search_begins(void) { search_began = timer_cycles(); }

/* ... or, if it took long to load, serves the host first, so that it need not in the middle of a short search; if false is
 * returned, the host wants nothing of it any more, and other requests may be in the puzzle's place. The engine ... */
bool search_begins_heard(void);

/* ... stops it when a solution is ready or the search is over, ... */
static inline void search_ends(struct result *result) { result->cycles = timer_cycles() - search_began; }

/* ... or takes the time at which the gateware ended its work, if that was the end: the CPU may have served the host since, ... */
static inline void search_ended_with_engine(struct result *result) { result->cycles = timer_ended() - search_began; }

/* ... and asks now and then, with the counts so far, whether to continue. If false is returned, the status is set. */
bool search_may_go_on(struct result *result);

/* Complete the result of a count, of which at most `most` are told. */
void put_count(struct result *result, uint64_t found, uint64_t most);

/* For an engine that is done with a step much sooner than the host need be served: when it must be, and whether it is time. */
extern uint32_t search_due;
static inline bool search_is_due(void) { return (int32_t)(timer_low() - search_due) >= 0; }

/* A command to an engine, and the time until its state can be read: no other code is in between. */
struct ended {
    uint32_t state;
    uint32_t clocks;
};

/* Write the command, read the state, which waits, and measure the time of both. */
struct ended operate(volatile REGISTER *control, uint32_t command, const volatile REGISTER *state);

/* Start the search's clock and write the command. */
void operate_search(volatile REGISTER *control, uint32_t command);

/* For those who start searches. */
extern struct search {
    const struct engine *engine; /* NULL: none runs */
    struct result result;
    uint64_t limit; /* in clocks; 0: none */
    bool forgotten; /* its result is not wanted any more */
    bool served; /* the host was served meanwhile */
} running;

/* Set what handles all requests that have come, and what then tells the host how far the search is; the latter returns whether
 * its result is still wanted. */
void search_serves(void (*listen)(void), bool (*tell)(void));

/* Take note that the host need not be served for some time. */
void search_served(void);
