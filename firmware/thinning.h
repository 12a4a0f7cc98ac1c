/* Removal of the clues that a puzzle can spare, in random order; what to ask of an engine about each, its file knows. */
#pragma once

#include "cells.h"
#include "engine.h"

/* The most cells of a puzzle that clues are removed from. */
#define THINNED_CELLS BUILD_THINNED_CELLS

/* What came of removing a clue. */
enum removal {
    SPARED, /* it is not needed, and removed */
    NEEDED, /* there is another solution without it, or the puzzle is too hard; it is there again */
    STOPPED, /* the search was told to end */
};

struct clue_set {
    enum removal (*remove)(uint32_t row, uint32_t col, struct result *result);
    void (*put_back)(uint32_t row, uint32_t col);
};

/* A puzzle to be thinned; of the strings, each is a bit for each cell. */
struct full_puzzle {
    uint32_t seed;
    uint8_t *there; /* whether it has a clue */
    const uint8_t *fixed; /* whether it must keep it; NULL if no cell must */
    const uint8_t *solution;
};

/* Read a puzzle; copy its cells with clues to where a result's solution begins. Return false if it ends before its
 * solution, or the grid has no such symmetry. */
bool read_full_puzzle(
    const struct puzzle *puzzle, const struct thinning *how, const struct result *result, struct full_puzzle *full);

/* Remove orbits of clues, in the order that follows from the seed (docs/develop/protocol.md), as far as possible; complete the
 * result, whose clock runs. If not even all clues are `enough`, there is none. */
void thin(const struct puzzle *puzzle, const struct thinning *how, const struct full_puzzle *full,
          const struct clue_set *clues, bool enough, struct result *result);
