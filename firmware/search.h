/* The running search: its clock, and the functions that serve the host during a long search. To *serve the host* means:
 * handle its requests, and report new states and results. */
#pragma once

#include "engine.h"
#include "soc.h"

/* The functions that engines call. */

/* The time at which the running search began, in clocks since reset. */
extern uint64_t search_began;

/* Start the clock; call this when the puzzle is loaded. */
static inline void search_begins(void) { search_began = timer_cycles(); }

/* Serve the host, then start the clock. Use this for puzzles that take long to load. If the host were not served before
 * the search, it would have to be served during the search, and the measured time of the search would be longer. If
 * this function returns false, the host no longer wants the result, and the puzzle may have been overwritten. */
bool search_serve_and_begin(void);

/* Stop the clock; call this when the search is over. */
static inline void search_ends(struct result *result) { result->cycles = timer_cycles() - search_began; }

/* Stop the clock at the time when the gateware ended its work, because the CPU may have served the host since then. */
static inline void search_ended_with_engine(struct result *result) { result->cycles = timer_ended() - search_began; }

/* Serve the host. A search must call this function from time to time, with the current counts in the result. If the
 * function returns false, the search must end, and the result's status is already set. */
bool search_may_continue(struct result *result);

/* Complete the result of a count; `most` is the limit of the reported number, or 0 for no limit. */
void put_count(struct result *result, uint64_t found, uint64_t most);

/* The time at which the host must be served next, and whether this time has come. Engines whose steps are short serve
 * the host only if search_is_due returns true. */
extern uint32_t search_due;
static inline bool search_is_due(void) { return (int32_t)(TIMER->low - search_due) >= 0; }

/* The state of an engine after a command, and the clocks from the command until the state was read. */
struct ended {
    uint32_t state;
    uint32_t clocks;
};

/* Write a command, read the state, and measure the time. The read waits until the engine is done or a timeout expires.
 * */
struct ended operate(volatile REGISTER *control, uint32_t command, const volatile REGISTER *state);

/* Start the clock of the search, and write a command. */
void operate_search(volatile REGISTER *control, uint32_t command);

/* The state of the running search, for the code that calls engines. */
extern struct search {
    const struct engine *engine; /* NULL if no search is running */
    struct result result;
    uint64_t limit; /* the maximum number of clocks; 0 for no limit */
    bool discarded; /* the host no longer wants the result */
    bool served; /* the host was served during the search */
} running;

/* Set the functions that serve the host. `receive` handles all received requests. `report` is called after `receive`;
 * it reports new states and results, and returns whether the host still wants the result of the search. */
void search_set_callbacks(void (*receive)(void), bool (*report)(void));

/* Set the time at which the host must be served next; call this when the host has just been served. */
void search_set_due(void);
