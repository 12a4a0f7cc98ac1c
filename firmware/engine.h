/* The interface between an engine and the rest of the firmware. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attributes.h"
#include "protocol.h"
#include "registers.h"

struct result {
    enum status status;
    bool complete;
    uint8_t solutions;
    bool counts; /* the host also wants the counters */
    uint8_t counters; /* the number of the engine's counters; the first counts nodes */
    uint64_t cycles;
    uint64_t counter[BUILD_COUNTERS];
    uint8_t *end; /* of the solutions written so far */
};

/* Parameters for removing clues. */
struct thinning {
    uint32_t seed; /* of the random order; its last byte is in each puzzle */
    uint16_t least; /* minimum number of clues to leave */
    uint8_t symmetry; /* a bit for each image of the grid, see thinning.c */
    uint8_t ease; /* 0: any puzzle; 1: no branching is needed; 2: nor is lookahead */
    uint8_t masks; /* MASKS_SOME, MASKS_FIXED */
    bool known; /* the previous puzzle had the same solution */
    const uint8_t *full; /* the masks, the solution, and the clues if these do not follow from it */
};

/* Parameters of a task. */
struct terms {
    union {
        uint8_t count; /* TASK_SEARCH: solutions */
        uint64_t most; /* TASK_COUNT: solutions; 0 for all */
        struct thinning thinning; /* TASK_THIN */
    };
};

/* A puzzle to solve, in its genre's encoding (docs/develop/protocol.md). */
struct puzzle {
    const uint8_t *bytes, *end; /* `end` is that of the frame: the puzzle ends there or before */
    uint32_t cells;
    uint8_t rows, cols;
    bool stored; /* the cells are in the engine's memory; the bytes are their CRC-32 */
};

/* An engine's file in engines/ defines such a structure, for example `const struct engine deducer_engine`. */
struct engine {
    /* Return ACCEPTED, TOO_LARGE, or MALFORMED if no puzzle has this size. */
    enum reason (*check)(uint32_t rows, uint32_t cols, bool stored);
    /* Return the size of a solution in bytes. */
    uint32_t (*solution_bytes)(uint32_t rows, uint32_t cols);
    /* For each task, a function that fills in a result, whose counters start at 0, and ends early if search_may_continue returns
     * false; NULL if the engine does not support the task. Return the end of the puzzle's bytes, NULL if they are invalid.
     *
     * For tasks other than a search, the result has at most one solution, with other contents. TASK_THIN: a bit per cell, set
     * if the cell keeps its clue (thinning.h). TASK_COUNT: a varint. TASK_CERTAIN: a bit per cell, set if all solutions agree
     * there, for loops also bits for the edges to the right and below; a solution; the number of searches, 16 bits. */
    const uint8_t *(*run[TASK_CERTAIN + 1])(const struct puzzle *puzzle, const struct terms *terms, struct result *result);

    /* TASK_THIN: the bits per clue, if clues are sent with the solution; 0 if they follow from it. */
    uint8_t thinned_bits;

    /* For puzzles that are too large for a frame; NULL if the engine does not support them. The engine's memory has their
     * cells, one byte each, row by row, and after the search also those of the solutions. */

    /* Store a piece of a puzzle; return ACCEPTED or TOO_LARGE. Not called while a search is running. */
    enum reason (*store)(uint32_t offset, const uint8_t *cells, size_t length);
    /* Copy a piece of an existing solution. */
    void (*fetch)(uint32_t solution, uint32_t offset, uint8_t *cells, size_t length);
};

#define DECLARE_ENGINE(name, NAME) extern const struct engine name##_engine;
ENGINES(DECLARE_ENGINE)

/* The engines of this build: their numbers in the protocol, and the largest puzzles. */
struct built_engine {
    uint8_t genre, number, rows, cols;
    const struct engine *engine;
};
extern const struct built_engine engines[];
extern const size_t engine_count;

/* Return the engine with these numbers in the protocol; NULL if the build does not have it. */
const struct engine *find_engine(uint8_t genre, uint8_t number);

/* Add the increments of the hardware counters since `counted` to the result's counters from `first` on. Hardware counters wrap
 * around. Not unrolled: a loop takes few lines of the instruction cache. */
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
