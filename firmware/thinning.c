#include "thinning.h"

#include "bits.h"
#include "bytes.h"
#include "memory.h"

/* Cells whose orbits have not had their turn, a bit for each, and their number. */
static uint8_t untried[(THINNED_CELLS + 7) / 8];
static uint32_t left;

/* The cells whose turns are next: rows and columns, a byte each. An array of all cells of a large grid would not fit beside a
 * search. */
enum { MOST_TURNS = 576 };
static uint16_t turns[THINNED_CELLS < MOST_TURNS ? THINNED_CELLS : MOST_TURNS];

static uint32_t random_state;

SELDOM void random_begin(uint32_t seed)
{
    /* Robert Jenkins' integer hash, which needs no multiplication: consecutive seeds shall have nothing in common. */
    seed = (seed + 0x7ed55d16) + (seed << 12);
    seed = (seed ^ 0xc761c23c) ^ (seed >> 19);
    seed = (seed + 0x165667b1) + (seed << 5);
    seed = (seed + 0xd3a2646c) ^ (seed << 9);
    seed = (seed + 0xfd7046c5) + (seed << 3);
    seed = (seed ^ 0xb55a4f09) ^ (seed >> 16);
    random_state = seed == 0 ? 1 : seed;
}

/* Return a number up to the greatest one: xorshift (Marsaglia 2003). The mask has the bits of the greatest one, and all below. */
static inline uint32_t random_up_to(uint32_t greatest, uint32_t mask)
{
    uint32_t number;
    do {
        random_state ^= random_state << 13;
        random_state ^= random_state >> 17;
        random_state ^= random_state << 5;
        number = random_state >> 8 & mask;
    } while (number > greatest);
    return number;
}

SELDOM uint32_t mask_of(uint32_t number)
{
    uint32_t mask = 1;
    while (mask < number)
        mask = mask << 1 | 1;
    return mask;
}

SELDOM void begin_turns(uint32_t cells)
{
    left = cells;
    memset(untried, 0, sizeof untried);
    for (uint32_t cell = 0; cell < cells; cell++)
        set_bit(untried, cell);
}

/* Draw the cells whose turns are next, and their order; return their number. */
SMALL static uint32_t draw_turns(const struct puzzle *puzzle)
{
    uint32_t wanted = left < MOST_TURNS ? left : MOST_TURNS, remaining = left, drawn = 0, mask = mask_of(left);
    for (uint32_t row = 0, cell = 0; row < puzzle->rows; row++)
        for (uint32_t col = 0; col < puzzle->cols; col++, cell++) {
            if (!has_bit(untried, cell))
                continue;
            /* Every choice of so many of the cells that remain is as likely. */
            if (wanted - drawn == remaining || random_up_to(remaining - 1, mask) < wanted - drawn)
                turns[drawn++] = (uint16_t)(row << 8 | col);
            remaining--;
        }
    mask = mask_of(drawn);
    for (uint32_t last = drawn; last-- > 1;) {
        if (last == mask >> 1)
            mask >>= 1;
        uint32_t other = random_up_to(last, mask);
        uint16_t cell = turns[last];
        turns[last] = turns[other];
        turns[other] = cell;
    }
    return drawn;
}

/* The symmetry has a bit for each of these images of the grid: bit 0 of the number flips the rows, bit 1 the columns, after bit
 * 2 has exchanged both. */
enum { IMAGES = 8, FLIPS_ROWS = 1, FLIPS_COLS = 2, TRANSPOSES = 4 };

SELDOM uint32_t image_of(const struct puzzle *puzzle, uint32_t cell, uint32_t image)
{
    uint32_t row = cell >> 8, col = cell & 0xff;
    if (image & TRANSPOSES) {
        row = col;
        col = cell >> 8;
    }
    if (image & FLIPS_ROWS)
        row = puzzle->rows - 1 - row;
    if (image & FLIPS_COLS)
        col = puzzle->cols - 1 - col;
    return row << 8 | col;
}

/* The clues of an orbit, each once: rows and columns, a byte each. */
struct orbit {
    uint32_t size;
    uint16_t cells[IMAGES];
};

/* Find the orbit of a cell. Return false if nothing is to be removed, or it has had its turn with another of its cells. */
MAKING static bool find_orbit(
    const struct puzzle *puzzle, uint32_t symmetry, uint32_t cell, const struct full_puzzle *full, struct orbit *orbit)
{
    bool fixed = false;
    orbit->size = 0;
    for (uint32_t image = 0; symmetry >> image != 0; image++) {
        if (!(symmetry >> image & 1))
            continue;
        uint32_t other = image == 0 ? cell : image_of(puzzle, cell, image);
        uint32_t number = cell_number(other >> 8, other & 0xff);
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

/* Remove all clues of an orbit, or none. */
MAKING static enum removal remove_orbit(
    const struct orbit *orbit, const struct full_puzzle *full, const struct clue_set *clues, struct result *result)
{
    uint32_t removed = 0;
    enum removal removal = SPARED;
    for (; removal == SPARED && removed < orbit->size; removed += removal == SPARED)
        removal = clues->remove(orbit->cells[removed] >> 8, orbit->cells[removed] & 0xff, result);
    while (removed-- > 0) {
        uint32_t row = orbit->cells[removed] >> 8, col = orbit->cells[removed] & 0xff;
        if (removal == SPARED)
            clear_bit(full->there, cell_number(row, col));
        else
            clues->put_back(row, col);
    }
    return removal;
}

COLD bool read_full_puzzle(
    const struct puzzle *puzzle, const struct thinning *how, const struct result *result, struct full_puzzle *full)
{
    enum { SEED = 4 };
    uint32_t bytes = bits_bytes(puzzle->cells);
    const uint8_t *at = puzzle->bytes + SEED;
    const uint8_t *some = how->masks & MASKS_SOME ? at : NULL;
    if (some != NULL)
        at += bytes;
    full->fixed = how->masks & MASKS_FIXED ? at : NULL;
    if (full->fixed != NULL)
        at += bytes;
    /* A grid that is not square has no image with rows and columns exchanged. */
    if (at > puzzle->end || (how->symmetry >> TRANSPOSES != 0 && puzzle->rows != puzzle->cols))
        return false;
    full->seed = get32(puzzle->bytes);
    full->solution = at;
    full->there = result->end;
    for (uint32_t i = 0; i < bytes; i++)
        full->there[i] = some != NULL ? some[i] : 0xff;
    for (uint32_t cell = puzzle->cells; cell < 8 * bytes; cell++)
        clear_bit(full->there, cell);
    cells_begin(puzzle);
    return true;
}

/* Return whether the search was not told to end. */
MAKING static bool remove_orbits(const struct puzzle *puzzle, const struct thinning *how, const struct full_puzzle *full,
                                 const struct clue_set *clues, struct result *result)
{
    struct orbit orbit;
    uint32_t there = 0;
    for (uint32_t cell = 0; cell < puzzle->cells; cell++)
        there += has_bit(full->there, cell);
    while (left > 0 && there > how->least)
        for (uint32_t turn = draw_turns(puzzle); turn-- > 0 && there > how->least;) {
            if (!find_orbit(puzzle, how->symmetry, turns[turn], full, &orbit) || there < how->least + orbit.size)
                continue;
            enum removal removal = remove_orbit(&orbit, full, clues, result);
            if (removal == STOPPED)
                return false;
            if (removal == SPARED)
                there -= orbit.size;
        }
    return true;
}

COLD void thin(const struct puzzle *puzzle, const struct thinning *how, const struct full_puzzle *full,
               const struct clue_set *clues, bool enough, struct result *result)
{
    result->end = full->there;
    result->solutions = 0;
    if (enough) {
        random_begin(full->seed);
        begin_turns(puzzle->cells);
        result->complete = remove_orbits(puzzle, how, full, clues, result);
        result->end += bits_bytes(puzzle->cells);
        result->solutions = 1;
    } else if (result->status == STATUS_SOLVED) {
        result->complete = true;
        result->status = STATUS_NO_SOLUTION;
    }
    search_ends(result);
}
