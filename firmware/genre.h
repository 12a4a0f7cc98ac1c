/* A kind of puzzle with an engine that solves it, and what passes between it and the host's side. */
#ifndef GENRE_H
#define GENRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "registers.h"
#include "timer.h"

/* For what a search seldom calls. It must neither take the CPU's registers from what is always needed nor lie between it: a
 * line that is not yet in the instruction cache costs 20 clocks. */
#define SELDOM static __attribute__((cold, noinline))

#define SOLUTIONS_LARGEST 2
#define COUNTERS_LARGEST 8

/* Of the largest puzzle; an engine that there is not has one of 0x0. */
#define LARGER(one, other) ((one) > (other) ? (one) : (other))
#define BYTES_OF_PUZZLE(rows, cols) (2 + ((rows) * (cols) + 1) / 2)
#define BYTES_OF_SOLUTION(rows, cols) ((rows) * (((cols) + 7) / 8))
#define PUZZLE_BYTES LARGER(BYTES_OF_PUZZLE(BUILD_CHECKER_ROWS, BUILD_CHECKER_COLS), \
                            BYTES_OF_PUZZLE(BUILD_DEDUCER_ROWS, BUILD_DEDUCER_COLS))
#define SOLUTION_BYTES LARGER(BYTES_OF_SOLUTION(BUILD_CHECKER_ROWS, BUILD_CHECKER_COLS), \
                              BYTES_OF_SOLUTION(BUILD_DEDUCER_ROWS, BUILD_DEDUCER_COLS))

enum status { SOLVED, NO_SOLUTION, LIMIT, CANCELLED };

enum refusal {
    ACCEPTED,
    OTHER_VERSION,
    NO_SESSION,
    MALFORMED,
    UNKNOWN_GENRE,
    TOO_LARGE,
    IMPOSSIBLE_RATE,
    UNKNOWN_KIND,
    LOADED_RUNS,
    DAMAGED_IMAGE,
    OTHER_BUILD,
};

struct result {
    enum status status;
    bool complete;
    uint8_t rows, cols;
    uint8_t solutions;
    uint64_t cycles;
    uint8_t counters; /* how many the engine keeps; the first is its nodes, what the others are it says */
    uint64_t counter[COUNTERS_LARGEST];
    size_t length; /* bytes of all solutions together */
    uint8_t bits[SOLUTIONS_LARGEST * SOLUTION_BYTES];
};

struct genre {
    uint8_t genre, engine;
    /* The largest puzzle of this build. */
    uint8_t (*rows)(void);
    uint8_t (*cols)(void);
    /* Can this puzzle be solved here? ACCEPTED, MALFORMED or TOO_LARGE. */
    enum refusal (*check)(const uint8_t *puzzle, size_t length);
    /* Fills in a cleared result. Ends with up to `count` solutions; sooner when search_may_go_on says no. */
    void (*solve)(const uint8_t *puzzle, uint8_t count, struct result *result);
};

/* All genres of this firmware. */
extern const struct genre *const genres[];
extern const size_t genre_count;

/* When the running search began, in clocks since reset. */
extern uint64_t search_began;

/* A solver starts the clock when its puzzle is in the registers, ... */
static inline void search_begins(void)
{
    search_began = timer_cycles();
}

/* ... stops it when a solution is ready or the search is over, ... */
static inline void search_ends(struct result *result)
{
    result->cycles = timer_cycles() - search_began;
}

/* ... and asks now and then, with the counts so far, whether it may go on. If not, the status is set. */
bool search_may_go_on(struct result *result);

#endif
