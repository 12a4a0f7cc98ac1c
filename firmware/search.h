/* The running search: its clock, and serving the host while it takes long. */
#pragma once

#include "engine.h"
#include "soc.h"

/* Functions for engines. */

/* The start of the running search, in clocks since reset. */
extern uint64_t search_began;

/* Start the clock: the puzzle is loaded. */
static inline void search_begins(void) { search_began = timer_cycles(); }

/* The same if loading took long: serve the host first, to avoid that in the middle of a short search. If it returns false,
 * the host no longer wants the result, and the puzzle may have been overwritten. */
bool search_serve_and_begin(void);

/* Stop the clock: a solution is ready, or the search is over. */
static inline void search_ends(struct result *result) { result->cycles = timer_cycles() - search_began; }

/* The same, but at the time when the gateware ended its work, as the CPU may have served the host since then. */
static inline void search_ended_with_engine(struct result *result) { result->cycles = timer_ended() - search_began; }

/* Call this from time to time, with the current counts in the result. If it returns false, the search must end; the status is
 * set. */
bool search_may_continue(struct result *result);

/* Complete the result of a count; 0 or the limit of the reported number is `most`. */
void put_count(struct result *result, uint64_t found, uint64_t most);

/* For an engine with short steps: the time at which the host must be served, and whether it has come. */
extern uint32_t search_due;
static inline bool search_is_due(void) { return (int32_t)(TIMER->low - search_due) >= 0; }

/* The state after a command, and the time until it could be read, without other code in between. */
struct ended {
    uint32_t state;
    uint32_t clocks;
};

/* Write the command, read the state, which waits, and measure the time. */
struct ended operate(volatile REGISTER *control, uint32_t command, const volatile REGISTER *state);

/* Start the clock of the search, and write the command. */
void operate_search(volatile REGISTER *control, uint32_t command);

/* For the caller of engines. */
extern struct search {
    const struct engine *engine; /* NULL: no search is running */
    struct result result;
    uint64_t limit; /* in clocks; 0: none */
    bool discarded; /* the host no longer wants the result */
    bool served; /* the host was served during the search */
} running;

/* Set the functions that handle all received requests, and then report progress to the host; the latter returns whether the
 * host still wants the result. */
void search_set_callbacks(void (*receive)(void), bool (*report)(void));

/* Note that the host has just been served. */
void search_set_due(void);
