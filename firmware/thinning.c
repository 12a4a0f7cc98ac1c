#include "thinning.h"

#include "bytes.h"
#include "memory.h"

/* Values in place of a cell. NO_CLUE: in this turn, no clue can be removed. NO_TURN: there are no turns left. */
enum { NO_CLUE = 0xffff, NO_TURN };

/* The cells of the next turns. In each turn, a randomly chosen cell is removed, and the last cell takes its place. The
 * array has no room for all cells of a large grid: it is refilled when it is empty. */
enum { MOST_TURNS = 576 };
static uint16_t turns[THINNED_CELLS < MOST_TURNS ? (THINNED_CELLS + 7) / 8 * 8 : MOST_TURNS];

/* `untried` has a bit for each cell, set until the cell's turn. `left` is the number of set bits. */
static uint8_t untried[(THINNED_CELLS + 7) / 8];
static uint32_t left;

/* The current puzzle and its symmetry. */
static const struct puzzle *thinned_puzzle;
static const struct full_puzzle *full;
static uint32_t symmetry;

MAKING SMALL uint32_t random_begin(uint32_t seed)
{
    /* With Robert Jenkins' integer hash, the orders of consecutive seeds are independent. The hash needs no
     * multiplication. */
    seed = (seed + 0x7ed55d16) + (seed << 12);
    seed = (seed ^ 0xc761c23c) ^ (seed >> 19);
    seed = (seed + 0x165667b1) + (seed << 5);
    seed = (seed + 0xd3a2646c) ^ (seed << 9);
    seed = (seed + 0xfd7046c5) + (seed << 3);
    seed = (seed ^ 0xb55a4f09) ^ (seed >> 16);
    return seed == 0 ? 1 : seed;
}

/* Return the smallest number of the form 2**n - 1, with n at least 1, that is not less than `number`. */
INLINED uint32_t mask_of(uint32_t number)
{
    uint32_t mask = 1;
    while (mask < number)
        mask = mask << 1 | 1;
    return mask;
}

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

/* Start the next turn. Return true if `turns` is empty or contains only this turn. */
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

/* The symmetry has a bit for each image of the grid. The number of this bit describes the image: if bit 2 of the number
 * is set, the grid is transposed; after that, if bit 0 of the number is set, the order of the rows is reversed, and if
 * bit 1 of the number is set, the order of the columns is reversed. */
enum { FLIPS_ROWS = 1, FLIPS_COLS = 2, TRANSPOSES = 4 };

/* Choose `wanted` of the remaining cells at random; all selections are equally likely. */
SELDOM void draw_some(uint32_t wanted, uint32_t *random)
{
    const uint32_t mask = mask_of(left);
    uint32_t drawn = 0, remaining = left;
    for (uint32_t row = 0, number = 0; row < thinned_puzzle->rows; row++)
        for (uint32_t col = 0; col < thinned_puzzle->cols; col++, number++) {
            if (!has_bit(untried, number))
                continue;
            if (wanted - drawn == remaining || random_up_to(random, remaining - 1, mask) < wanted - drawn)
                turns[drawn++] = (uint16_t)(row << 8 | col);
            remaining--;
        }
}

SELDOM void draw(struct drawing *drawing)
{
    drawing->last = left < MOST_TURNS ? left : MOST_TURNS;
    draw_some(drawing->last, &drawing->random);
    drawing->mask = mask_of(drawing->last);
    drawing->half = drawing->mask >> 1;
}

COLD uint32_t begin_turns(const struct puzzle *puzzle, const struct thinning *how, const struct full_puzzle *full_one,
                          struct drawing *drawing)
{
    thinned_puzzle = puzzle;
    full = full_one;
    symmetry = how->symmetry;
    left = puzzle->cells;
    uint32_t clues = how->least > 0 ? count_bits(full->there, left) : UINT32_MAX;
    *drawing = (struct drawing){.last = 1, .random = random_begin(full->seed)};
    memset(untried, 0xff, sizeof untried);
    draw(drawing);
    return clues > how->least ? clues - how->least : 0;
}

/* Return the cell of the last turn in `turns`. If `turns` is empty, refill it and return NO_CLUE; return NO_TURN if
 * there are no cells left. */
SELDOM uint32_t last_cell(struct drawing *drawing)
{
    if (drawing->mask != 0) {
        *drawing = (struct drawing){.last = 1, .random = drawing->random};
        return turns[0];
    }
    if (left == 0)
        return NO_TURN;
    draw(drawing);
    return NO_CLUE;
}

SELDOM uint32_t image_of(uint32_t cell, uint32_t image)
{
    uint32_t row = cell_row(cell), col = cell_col(cell);
    if (image & TRANSPOSES) {
        row = col;
        col = cell_row(cell);
    }
    if (image & FLIPS_ROWS)
        row = thinned_puzzle->rows - 1 - row;
    if (image & FLIPS_COLS)
        col = thinned_puzzle->cols - 1 - col;
    return row << 8 | col;
}

/* The clues of an orbit. */
enum { IMAGES = 8 };
struct orbit {
    uint32_t size;
    uint16_t cells[IMAGES];
};

/* Find the orbit of a cell. Return false if the orbit has no clue to remove, or has already had its turn. */
static inline bool find_orbit(uint32_t cell, struct orbit *orbit)
{
    bool fixed = false;
    orbit->size = 0;
    for (uint32_t image = 0; symmetry >> image != 0; image++) {
        if (!(symmetry >> image & 1))
            continue;
        uint32_t other = image == 0 ? cell : image_of(cell, image);
        uint32_t number = cell_number(cell_row(other), cell_col(other));
        if (!has_bit(untried, number))
            continue;
        clear_bit(untried, number);
        left--;
        fixed = fixed || (full->fixed != NULL && has_bit(full->fixed, number));
        if (has_bit(full->there, number))
            orbit->cells[orbit->size++] = (uint16_t)other;
    }
    return orbit->size > 0 && !fixed;
}

/* Find the orbit of the next turn. Return false if there are no turns left. */
MAKING SMALL static bool next_orbit(struct drawing *drawing, struct orbit *orbit)
{
    uint32_t cell;
    do {
        cell = is_last_turn(drawing) ? last_cell(drawing) : drawn_cell(drawing);
        if (cell == NO_TURN)
            return false;
    } while (cell == NO_CLUE || !find_orbit(cell, orbit));
    return true;
}

MAKING SMALL bool remove_orbits(uint32_t spare, struct drawing drawing, const struct clue_set *clues, struct result *result)
{
    struct orbit orbits[2], *orbit = &orbits[0], *next = &orbits[1];
    bool goes_on = next_orbit(&drawing, orbit);
    while (goes_on && orbit->size <= spare) {
        clues->start_test(orbit->cells[0]);
        /* Find the next orbit while the engine works. */
        goes_on = next_orbit(&drawing, next);
        enum removal removal;
        uint32_t removed = 0;
        while ((removal = clues->finish_test(orbit->cells[removed], result)) == SPARED && ++removed < orbit->size)
            clues->start_test(orbit->cells[removed]);
        spare -= removal == SPARED ? removed : 0;
        while (removed-- > 0) {
            uint32_t cell = orbit->cells[removed];
            if (removal == SPARED)
                clear_bit(full->there, cell_number(cell_row(cell), cell_col(cell)));
            else
                clues->restore_clue(cell);
        }
        if (removal == STOPPED)
            return false;
        struct orbit *done = orbit;
        orbit = next;
        next = done;
    }
    return true;
}

COLD bool read_full_puzzle(
    const struct puzzle *puzzle, const struct thinning *how, const struct result *result, struct full_puzzle *full)
{
    uint32_t bytes = bits_bytes(puzzle->cells);
    const uint8_t *at = how->full;
    const uint8_t *some = how->masks & MASKS_SOME ? at : NULL;
    if (some != NULL)
        at += bytes;
    full->fixed = how->masks & MASKS_FIXED ? at : NULL;
    if (full->fixed != NULL)
        at += bytes;
    /* A grid that is not square cannot be transposed. */
    if (puzzle->end - puzzle->bytes < SEED_BYTES || (how->symmetry >> TRANSPOSES != 0 && puzzle->rows != puzzle->cols))
        return false;
    full->seed = how->seed | *puzzle->bytes;
    full->solution = at;
    full->there = result->end;
    for (uint32_t i = 0; i < bytes; i++)
        full->there[i] = some != NULL ? some[i] : 0xff;
    for (uint32_t cell = puzzle->cells; cell < 8 * bytes; cell++)
        clear_bit(full->there, cell);
    cells_begin(puzzle);
    return true;
}

COLD void thinned(
    const struct puzzle *puzzle, const struct full_puzzle *full, bool enough, bool complete, struct result *result)
{
    result->end = full->there;
    result->solutions = 0;
    if (enough) {
        result->complete = complete;
        result->end += bits_bytes(puzzle->cells);
        result->solutions = 1;
    } else if (result->status == STATUS_SOLVED) {
        result->complete = true;
        result->status = STATUS_NO_SOLUTION;
    }
    search_ends(result);
}
