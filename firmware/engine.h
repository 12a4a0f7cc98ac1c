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
    uint8_t counters; /* the number of the engine's counters; the first counter counts nodes */
    uint64_t cycles;
    uint64_t counter[BUILD_COUNTERS];
    uint8_t *end; /* the end of the solutions that have been written */
};

/* The parameters for removing clues. */
struct thinning {
    uint32_t seed; /* the seed of the random order; each puzzle supplies the last byte of the seed */
    uint16_t least; /* the minimum number of clues that must be left */
    uint8_t symmetry; /* a bit for each image of the grid, see thinning.c */
    uint8_t ease; /* 0: any puzzle will do; 1: it must not need branching; 2: it must not need lookahead, either */
    uint8_t masks; /* the masks that are sent: MASKS_SOME, MASKS_FIXED */
    bool known; /* the previous puzzle had the same solution */
    const uint8_t *full; /* the masks, the solution, and the clues if they do not follow from the solution */
};

/* The parameters of a task. */
struct terms {
    union {
        uint8_t count; /* TASK_SEARCH: the number of solutions to find */
        uint64_t most; /* TASK_COUNT: the maximum number to count; 0 to count all */
        struct thinning thinning; /* TASK_THIN */
    };
};

/* A puzzle to solve, in its genre's encoding (docs/develop/protocol.md). */
struct puzzle {
    const uint8_t *bytes, *end; /* `end` is the end of the frame; the puzzle may end earlier */
    uint32_t cells;
    uint8_t rows, cols;
    bool stored; /* the cells are in the engine's memory, and the bytes are only their CRC-32 */
};

/* Each engine's file in engines/ defines such a structure; for example, deducer.c defines `deducer_engine`. */
struct engine {
    /* Return ACCEPTED if the engine supports puzzles of this size, MALFORMED if the genre has no puzzles of this size,
     * and otherwise TOO_LARGE. */
    enum reason (*check)(uint32_t rows, uint32_t cols, bool stored);
    /* Return the size of a solution in bytes. */
    uint32_t (*solution_bytes)(uint32_t rows, uint32_t cols);
    /* A function for each task, or NULL if the engine does not support the task. The function fills in a result, whose
     * counters are 0 at first, and ends early if search_may_continue returns false. It returns the end of the puzzle's
     * bytes, or NULL if these are invalid.
     *
     * A search returns solutions. The other tasks return at most one item, which the result counts as a solution:
     *
     * TASK_THIN: a bit for each cell, which is set if the cell keeps its clue (thinning.h).
     * TASK_COUNT: the number of solutions, as a varint.
     * TASK_CERTAIN: a bit for each cell, which is set if all solutions agree in this cell; if the solutions of the genre
     * are loops, such bits for the edges to the right of the cells, and then for the edges below the cells; then a
     * solution; and finally the number of searches, in 16 bits. */
    const uint8_t *(*run[TASK_CERTAIN + 1])(const struct puzzle *puzzle, const struct terms *terms, struct result *result);

    /* TASK_THIN: the number of bits in a clue, if the clues are sent with the solution; 0 if they follow from the
     * solution. */
    uint8_t thinned_bits;

    /* These functions are for puzzles that are too large for a frame; they are NULL if the engine does not support such
     * puzzles. The engine's memory has a byte for each cell of the puzzle, row by row; after the search, it also has
     * the cells of the solutions. */

    /* Store a piece of a puzzle; return ACCEPTED or TOO_LARGE. It is not called while a search is running. */
    enum reason (*store)(uint32_t offset, const uint8_t *cells, size_t length);
    /* Copy a piece of a solution that was found. */
    void (*fetch)(uint32_t solution, uint32_t offset, uint8_t *cells, size_t length);
};

#define DECLARE_ENGINE(name, NAME) extern const struct engine name##_engine;
ENGINES(DECLARE_ENGINE)

/* The engines of this build, each with its numbers in the protocol and the size of its largest puzzle. */
struct built_engine {
    uint8_t genre, number, rows, cols;
    const struct engine *engine;
};
extern const struct built_engine engines[];
extern const size_t engine_count;

/* Return the engine with these numbers in the protocol, or NULL if the build does not have it. */
const struct engine *find_engine(uint8_t genre, uint8_t number);

/* Compute how much each hardware counter has grown since its value in `counted`, and add this to the result's counters,
 * starting with counter `first`. Then update `counted`. Hardware counters wrap around. The loop is not unrolled, so that
 * it takes only a few lines of the instruction cache. */
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
