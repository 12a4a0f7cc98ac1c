/* Removal of redundant clues in random order. With a symmetry, the clues of an orbit are removed together: the clues in
 * all images of a cell. The engine provides the functions that test a clue. */
#pragma once

#include "cells.h"
#include "search.h"

/* The largest number of cells. */
#define THINNED_CELLS BUILD_THINNED_CELLS

/* The result of testing a clue. */
enum removal {
    SPARED, /* the clue is redundant, so it is removed */
    NEEDED, /* without the clue, there is another solution or the puzzle is too hard, so the clue is kept */
    STOPPED, /* the search must end */
};

/* A puzzle from which clues are removed. The bit strings have one bit for each cell. */
struct full_puzzle {
    uint32_t seed;
    uint8_t *there; /* set for cells that have a clue */
    const uint8_t *fixed; /* set for cells that must keep their clue; NULL if there are no such cells */
    const uint8_t *solution;
};

/* A request has only one byte for each puzzle: the last byte of the puzzle's seed. Everything else is the same for all
 * puzzles of a request. */
enum { SEED_BYTES = 1 };

/* Read a puzzle, and write the bit string of its cells with clues to the start of the result's solution. Return false
 * if the request ends too early, or if the grid cannot have the symmetry. */
bool read_full_puzzle(
    const struct puzzle *puzzle, const struct thinning *how, const struct result *result, struct full_puzzle *full);

/* A cell is encoded in two bytes: the row and the column. */
static inline uint32_t cell_row(uint32_t cell) { return cell >> 8; }
static inline uint32_t cell_col(uint32_t cell) { return cell & 0xff; }

/* The state of the random choice of cells. */
struct drawing {
    uint32_t last;
    uint32_t mask, half; /* a mask of the bits of `last`, and this mask without its highest bit */
    uint32_t random;
};

/* Start the turns of a puzzle. Their order follows from the puzzle's seed (docs/develop/protocol.md). Return the
 * maximum number of clues to remove. */
uint32_t begin_turns(
    const struct puzzle *puzzle, const struct thinning *how, const struct full_puzzle *full, struct drawing *drawing);

/* Return the first random number of a seed. */
uint32_t random_begin(uint32_t seed);

/* The functions with which an engine tests clues. */
struct clue_set {
    void (*start_test)(uint32_t cell);
    enum removal (*finish_test)(uint32_t cell, struct result *result); /* removes a redundant clue */
    void (*restore_clue)(uint32_t cell); /* restore a removed clue, because another clue of its orbit is needed */
};

/* Remove as many orbits of clues as possible, but at most `spare` clues. Return false if the search must end. */
bool remove_orbits(uint32_t spare, struct drawing drawing, const struct clue_set *clues, struct result *result);

/* Complete the result and stop the clock. `enough` is false if even all clues together do not make a valid puzzle; then
 * the result has no solution. */
void thinned(const struct puzzle *puzzle, const struct full_puzzle *full, bool enough, bool complete, struct result *result);
