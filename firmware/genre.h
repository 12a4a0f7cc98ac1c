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

/* The largest Sudoku that passes over the line whole. */
#define WHOLE_ORDER 4

/* Of the largest puzzle that passes whole; an engine that there is not has one of 0x0. */
#define LARGER(one, other) ((one) > (other) ? (one) : (other))
#define SLITHERLINK_BYTES(rows, cols) (2 + ((rows) * (cols) + 1) / 2)
#define LOOP_BYTES(rows, cols) ((rows) * (((cols) + 7) / 8))
#define DIGIT_BYTES(order) ((order) < WHOLE_ORDER ? ((order) * (order) * (order) * (order) + 1) / 2 : 256)
#define SUDOKU_BYTES(order) (2 + DIGIT_BYTES(order))
#define LARGEST(of_slitherlink, of_sudoku) \
    LARGER(LARGER(of_slitherlink(BUILD_CHECKER_ROWS, BUILD_CHECKER_COLS), \
                  of_slitherlink(BUILD_DEDUCER_ROWS, BUILD_DEDUCER_COLS)), \
           LARGER(of_sudoku(BUILD_SUDOKU_ORDER), of_sudoku(BUILD_SCAN_ORDER)))
#define PUZZLE_BYTES LARGEST(SLITHERLINK_BYTES, SUDOKU_BYTES)
#define SOLUTION_BYTES LARGEST(LOOP_BYTES, DIGIT_BYTES)

/* Of a puzzle that was stored: rows, columns, CRC-32. No puzzle that passes whole has as many. */
#define STORED_BYTES 6

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
    BUSY,
};

enum engine { ENGINE_CHECKER = 1, ENGINE_FAST, ENGINE_STEPS, ENGINE_SCAN };

struct result {
    enum status status;
    bool complete;
    uint8_t rows, cols;
    uint8_t solutions;
    uint64_t cycles;
    uint8_t counters; /* how many the engine keeps; the first is its nodes, what the others are it says */
    uint64_t counter[COUNTERS_LARGEST];
    size_t length; /* bytes of all solutions together; of a stored puzzle's, none */
    uint8_t bits[SOLUTIONS_LARGEST * SOLUTION_BYTES];
};

struct genre {
    uint8_t genre, engine;
    /* The largest puzzle of this build. */
    uint8_t (*rows)(void);
    uint8_t (*cols)(void);
    /* Can this puzzle be solved here? ACCEPTED, MALFORMED or TOO_LARGE. Of one that was stored there are STORED_BYTES: its size, and
     * the CRC-32 of its cells; it is MALFORMED if others are in their place. */
    enum refusal (*check)(const uint8_t *puzzle, size_t length);
    /* Fills in a cleared result. Ends with up to `count` solutions; sooner when search_may_go_on says no. */
    void (*solve)(const uint8_t *puzzle, uint8_t count, struct result *result);

    /* For puzzles that are too large for a frame; NULL in an engine that takes none. Their cells, a byte each and row by row, lie
     * in the engine's memory, as do those of the solutions once the search has ended. */

    /* Puts a piece of a puzzle in its place: ACCEPTED, or TOO_LARGE. No search runs. */
    enum refusal (*store)(uint32_t offset, const uint8_t *cells, size_t length);
    /* Copies a piece of a solution, which is there. */
    void (*fetch)(uint32_t solution, uint32_t offset, uint8_t *cells, size_t length);
};

/* All genres of this firmware. */
extern const struct genre *const genres[];
extern const size_t genre_count;

/* When the running search began, in clocks since reset. */
extern uint64_t search_began;

/* Adds what an engine's own counters have counted, since they stood as in `counted`, to those of the result from `first` on.
 * They wrap around. A loop takes few lines of the instruction cache. */
static inline void add_counts(
    struct result *result, uint32_t first, uint32_t counters, uint32_t (*counter)(uint32_t number), uint32_t *counted)
{
#pragma clang loop unroll(disable)
    for (uint32_t i = 0; i < counters; i++) {
        uint32_t now = counter(i);
        result->counter[first + i] += now - counted[i];
        counted[i] = now;
    }
}

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
