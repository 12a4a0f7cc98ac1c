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

/* Values in place of a cell. NO_CLUE: in this turn, no clue can be removed. NO_TURN: there are no turns left. */
enum { NO_CLUE = 0xffff, NO_TURN };

/* The cells of the next turns. In each turn, a randomly chosen cell is removed, and the last cell takes its place. The
 * array has no room for all cells of a large grid: it is refilled when it is empty. */
enum { MOST_TURNS = 576 };
extern uint16_t turns[THINNED_CELLS < MOST_TURNS ? (THINNED_CELLS + 7) / 8 * 8 : MOST_TURNS];

/* The state of the random choice of cells. */
struct drawing {
    uint32_t last;
    uint32_t mask, half; /* a mask of the bits of `last` - 1, and this mask without its highest bit */
    uint32_t random;
};

/* Return a random number up to `greatest`, by xorshift (Marsaglia 2003); see mask_of for the mask. */
INLINED uint32_t random_up_to(uint32_t *random, uint32_t greatest, uint32_t mask)
{
    uint32_t number;
    do {
        *random ^= *random << 13;
        *random ^= *random >> 17;
        *random ^= *random << 5;
        number = *random >> 8 & mask;
    } while (number > greatest);
    return number;
}

/* Start the next turn. Return true if it is the last turn in `turns`, or if `turns` is empty. */
INLINED bool is_last_turn(struct drawing *drawing)
{
    if (__builtin_expect(--drawing->last != drawing->half, true))
        return false;
    if (drawing->last == 0)
        return true;
    drawing->mask = drawing->half;
    drawing->half >>= 1;
    return false;
}

/* Return the cell of a turn that is not the last turn in `turns`. */
INLINED uint32_t drawn_cell(struct drawing *drawing)
{
    const uint16_t *own = &turns[drawing->last];
    uint16_t *other = &turns[random_up_to(&drawing->random, drawing->last, drawing->mask)];
    uint32_t cell = *other;
    *other = *own;
    return cell;
}

/* Return the cell of the last turn in `turns`. If `turns` is empty, refill it and return NO_CLUE; return NO_TURN if
 * there are no cells left. */
uint32_t last_cell(struct drawing *drawing);

/* Return the number of cells that have not had their turn; these are at the start of `turns`. */
static inline uint32_t turns_left(const struct drawing *drawing) { return drawing->mask == 0 ? 0 : drawing->last; }

/* Start the turns of a puzzle. Their order follows from the puzzle's seed (docs/develop/protocol.md). Return the
 * maximum number of clues to remove. If `coded` is true, there is no symmetry, and `turns` already has all cells in
 * reading order; the caller may use any numbers below NO_CLUE as cells. */
uint32_t begin_turns(const struct puzzle *puzzle, const struct thinning *how, const struct full_puzzle *full, bool coded,
                     struct drawing *drawing);

/* Return the first random number of a seed. */
uint32_t random_begin(uint32_t seed);

/* Return the smallest number of the form 2**n - 1, with n at least 1, that is not less than `number`. */
INLINED uint32_t mask_of(uint32_t number)
{
    uint32_t mask = 1;
    while (mask < number)
        mask = mask << 1 | 1;
    return mask;
}

/* Start the turns of `cells` cells, which are already in `turns`, in the order that follows from a seed. */
INLINED void begin_coded(uint32_t cells, uint32_t seed, struct drawing *drawing)
{
    const uint32_t mask = mask_of(cells);
    *drawing = (struct drawing){.last = cells, .mask = mask, .half = mask >> 1, .random = random_begin(seed)};
}

/* Return the next coded cell, or NO_TURN. Copy the turn's entry from `all` to `turns` again, for the next puzzle; this
 * is faster than copying all entries at once. */
INLINED uint32_t next_coded(struct drawing *drawing, const uint16_t *all)
{
    if (!is_last_turn(drawing)) {
        uint32_t cell = drawn_cell(drawing);
        turns[drawing->last] = all[drawing->last];
        return cell;
    }
    if (drawing->mask == 0)
        return NO_TURN;
    *drawing = (struct drawing){.last = 1, .random = drawing->random};
    uint32_t cell = turns[0];
    turns[0] = all[0];
    return cell;
}

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
