/* Removal of the clues that a puzzle can spare, in random order; what to ask of an engine about each, its file knows. */
#pragma once

#include "cells.h"
#include "search.h"

/* The most cells of a puzzle that clues are removed from. */
#define THINNED_CELLS BUILD_THINNED_CELLS

/* What came of removing a clue. */
enum removal {
    SPARED, /* it is not needed, and removed */
    NEEDED, /* there is another solution without it, or the puzzle is too hard; it is there again */
    STOPPED, /* the search was told to end */
};

/* A puzzle to be thinned; of the strings, each is a bit for each cell. */
struct full_puzzle {
    uint32_t seed;
    uint8_t *there; /* whether it has a clue */
    const uint8_t *fixed; /* whether it must keep it; NULL if no cell must */
    const uint8_t *solution;
};

/* Of a puzzle in its request, which has all else once for all of its puzzles: the last one of the seed. */
enum { SEED_BYTES = 1 };

/* Read a puzzle; copy its cells with clues to where a result's solution begins. Return false if the request ends before its
 * seed, or the grid has no such symmetry. */
bool read_full_puzzle(
    const struct puzzle *puzzle, const struct thinning *how, const struct result *result, struct full_puzzle *full);

/* A cell here is its row and column, a byte each. */
static inline uint32_t cell_row(uint32_t cell) { return cell >> 8; }
static inline uint32_t cell_col(uint32_t cell) { return cell & 0xff; }

/* Instead of a cell: one whose clue is not to be removed; all cells had their turns. */
enum { NO_CLUE = 0xffff, NO_TURN };

/* The cells whose turns are next, in the order of the grid until their turn comes: it is the last one's, after it has changed
 * places with one drawn among all. An array of all cells of a large grid would not fit beside a search. */
enum { MOST_TURNS = 576 };
extern uint16_t turns[THINNED_CELLS < MOST_TURNS ? (THINNED_CELLS + 7) / 8 * 8 : MOST_TURNS];

/* Which of them was last, and the random numbers. */
struct drawing {
    uint32_t last;
    uint32_t mask, half; /* all bits of the number before `last`, and all below; the same without the highest */
    uint32_t random;
};

/* Return a number up to the greatest one: xorshift (Marsaglia 2003). The mask has the bits of the greatest one, and all below. */
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

/* Go on to the next turn; return whether it is the last one of those that were drawn, or there is none. */
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

/* Return the cell whose turn it is, not the last one. */
INLINED uint32_t drawn_cell(struct drawing *drawing)
{
    const uint16_t *own = &turns[drawing->last];
    uint16_t *other = &turns[random_up_to(&drawing->random, drawing->last, drawing->mask)];
    uint32_t cell = *other;
    *other = *own;
    return cell;
}

/* Return the last one; or NO_CLUE, and more were drawn; or NO_TURN. */
uint32_t last_cell(struct drawing *drawing);

/* Return how many of the cells drawn have had no turn; they are the first ones. */
static inline uint32_t turns_left(const struct drawing *drawing) { return drawing->mask == 0 ? 0 : drawing->last; }

/* Begin with the turns of a puzzle, in the order that follows from its seed (docs/develop/protocol.md). If they are `coded`, all
 * cells are in `turns` already, in reading order, as any numbers below NO_CLUE; there is no symmetry then. Return how many clues
 * may be removed. */
uint32_t begin_turns(const struct puzzle *puzzle, const struct thinning *how, const struct full_puzzle *full, bool coded,
                     struct drawing *drawing);

/* Return the first random number of a seed. */
uint32_t random_begin(uint32_t seed);

/* Return all bits of a number, and all below. */
INLINED uint32_t mask_of(uint32_t number)
{
    uint32_t mask = 1;
    while (mask < number)
        mask = mask << 1 | 1;
    return mask;
}

/* Begin with so many cells, which are all coded in `turns`, in the order of a seed. */
INLINED void begin_coded(uint32_t cells, uint32_t seed, struct drawing *drawing)
{
    const uint32_t mask = mask_of(cells);
    *drawing = (struct drawing){.last = cells, .mask = mask, .half = mask >> 1, .random = random_begin(seed)};
}

/* Return the next one of these, or NO_TURN. Its place has again what it had at the beginning, as `all` has it: to copy all at once
 * takes longer. */
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

/* What to ask of an engine. */
struct clue_set {
    void (*ask)(uint32_t cell); /* begin to find out whether a clue can be spared */
    enum removal (*answer)(uint32_t cell, struct result *result); /* and remove it if it can be */
    void (*put_back)(uint32_t cell); /* one that was spared, for another of its orbit that is not */
};

/* Remove orbits of clues, as far as possible. Return whether the search was not told to end. */
bool remove_orbits(uint32_t spare, struct drawing drawing, const struct clue_set *clues, struct result *result);

/* Complete the result, whose clock runs: clues were removed as far as possible, or as the host wanted; or there is no
 * result, because not even all clues were `enough`. */
void thinned(const struct puzzle *puzzle, const struct full_puzzle *full, bool enough, bool complete, struct result *result);
