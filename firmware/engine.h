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
    bool counts; /* the host wants the counters, too */
    uint8_t counters; /* the number of the engine's counters; the first counts nodes */
    uint64_t cycles;
    uint64_t counter[BUILD_COUNTERS];
    uint8_t *end; /* of the solutions so far, where the next one begins */
};

/* How to remove clues. */
struct thinning {
    uint32_t seed; /* of the random order; the last byte is in each puzzle */
    uint16_t least; /* as many clues are to be left */
    uint8_t symmetry; /* a bit for each image of the grid, see thinning.c */
    uint8_t ease; /* 0: any puzzle will do; 1: one that needs no branching; 2: nor lookahead */
    uint8_t masks; /* MASKS_SOME, MASKS_FIXED */
    bool known; /* the engine has removed clues of the same solution just before */
    const uint8_t *full; /* the masks, the solution, and the clues if these do not follow from it */
};

/* What a task has to know besides the puzzle. */
struct terms {
    union {
        uint8_t count; /* TASK_SEARCH: solutions */
        uint64_t most; /* TASK_COUNT: solutions; 0 for all */
        struct thinning thinning; /* TASK_THIN */
    };
};

/* A puzzle to solve, in its genre's encoding (docs/develop/protocol.md). */
struct puzzle {
    const uint8_t *bytes, *end; /* of the frame: the puzzle ends there or before */
    uint32_t cells;
    uint8_t rows, cols;
    bool stored; /* the engine's memory has its cells; its bytes are their CRC-32 */
};

/* An engine's file in engines/ defines one of these, named after the engine: `const struct engine deducer_engine`. */
struct engine {
    /* Return ACCEPTED, TOO_LARGE, or MALFORMED for what is no size of a puzzle. */
    enum reason (*check)(uint32_t rows, uint32_t cols, bool stored);
    /* Return the bytes of a solution of that size. */
    uint32_t (*solution_bytes)(uint32_t rows, uint32_t cols);
    /* For each task: fill in a result, whose counts are 0; end early if search_may_go_on returns false. Return the end of the
     * puzzle's bytes, NULL if they encode none. NULL for a task that the engine does not do.
     *
     * Of another task than a search, there is at most one solution in the result, whose bytes are something else. TASK_THIN: a
     * bit for each cell, whether it keeps its clue (thinning.h). TASK_COUNT: a varint. TASK_CERTAIN: a bit for each cell, whether
     * all solutions agree there for certain, of loops also for the edges to the right and below; a solution; and the number of
     * searches that this took, 16 bits. */
    const uint8_t *(*run[TASK_CERTAIN + 1])(const struct puzzle *puzzle, const struct terms *terms, struct result *result);

    /* TASK_THIN: the bits of a clue, which come with the solution because they do not follow from it; 0 if they do. */
    uint8_t thinned_bits;

    /* For puzzles that are too large for a frame; NULL if the engine takes none. Their cells, one byte each, row by row, are in
     * the engine's memory, and those of the solutions too once the search has ended. */

    /* Store a piece of a puzzle: ACCEPTED, or TOO_LARGE. Called only when no search runs. */
    enum reason (*store)(uint32_t offset, const uint8_t *cells, size_t length);
    /* Copy a piece of an existing solution. */
    void (*fetch)(uint32_t solution, uint32_t offset, uint8_t *cells, size_t length);
};

#define DECLARE_ENGINE(name, NAME) extern const struct engine name##_engine;
ENGINES(DECLARE_ENGINE)

/* The engines of this build: their numbers on the wire, and the largest puzzles. */
struct built_engine {
    uint8_t genre, number, rows, cols;
    const struct engine *engine;
};
extern const struct built_engine engines[];
extern const size_t engine_count;

/* Return the engine with these numbers on the wire; NULL if the build has none. */
const struct engine *find_engine(uint8_t genre, uint8_t number);

/* Add what an engine's own counters have counted since `counted` to those of the result, from `first` on. They wrap around.
 * Not unrolled: a loop takes few lines of the instruction cache. */
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
