/* The Slitherlink checker, which verifies assignments. A cell's assignment is one word. It consists of the cell's
 * position (cell_at), the bit CHECKER_ASSIGN_ASSIGNED, and, in the low bits, a *choice*: bit 0 is the colour (1 for
 * inside), and the pattern starts at bit 1. If the bit CHECKER_ASSIGN_ASSIGNED is not set, the word removes the cell's
 * assignment. */
#include "bytes.h"
#include "packing.h"
#include "search.h"

#define CLUE_BITS 2
#define CELLS (BUILD_CHECKER_ROWS * BUILD_CHECKER_COLS)
#define CHECKS_BETWEEN_PAUSES 512

_Static_assert(CHECKER_ASSIGN_INSIDE == 1 && CHECKER_ASSIGN_PATTERN_SHIFT == 1, "a choice is in the lowest bits");

static inline uint32_t cell_at(uint32_t row, uint32_t col)
{
    return row << CHECKER_ASSIGN_ROW_SHIFT | col << CHECKER_ASSIGN_COL_SHIFT;
}

static inline uint32_t flood(uint32_t command)
{
    uint32_t verdict;
    CHECKER->control = command;
    do {
        verdict = CHECKER->verdict;
    } while (verdict & CHECKER_VERDICT_BUSY);
    return verdict;
}

/* Return whether the inside cells are a single region without a hole; every cell must be decided. */
static inline bool one_loop(void)
{
    uint32_t verdict = flood(CHECKER_CONTROL_FLOOD);
    return (verdict & CHECKER_VERDICT_JOINED) && (verdict & CHECKER_VERDICT_PICK);
}

/* Return whether the undecided cells can still connect all inside cells with each other, and all outside cells with
 * each other and with the border of the grid. */
static inline bool joinable(void)
{
    uint32_t through = CHECKER_CONTROL_FLOOD | CHECKER_CONTROL_UNDECIDED;
    return (flood(through) & CHECKER_VERDICT_JOINED) && (flood(through | CHECKER_CONTROL_OUTSIDE) & CHECKER_VERDICT_JOINED);
}

/* The number of choices for a cell with a clue: the clues 0 to 3 have 1, 4, 6 and 4 patterns, and each pattern can have
 * either colour. */
static const uint8_t choices_of_clue[4] = {2 * 1, 2 * 4, 2 * 6, 2 * 4};
/* The choices for a cell without a clue are the two colours. */
static const uint8_t choices_of_blank = 2;

/* The cells in the order in which they are assigned: first all cells with clues, then the cells that the clues leave
 * undecided. */
static uint32_t place[CELLS];
static uint8_t choices[CELLS];
static uint8_t chosen[CELLS];
static uint32_t clues, cells;
static uint32_t rows, cols;

static enum reason check(uint32_t its_rows, uint32_t its_cols, bool stored)
{
    return clued_check(its_rows, its_cols, stored, BUILD_CHECKER_ROWS, BUILD_CHECKER_COLS);
}

static void append_cell(uint32_t row, uint32_t col, uint8_t its_choices)
{
    place[cells] = cell_at(row, col);
    choices[cells] = its_choices;
    cells++;
}

static void add_clue(uint32_t row, uint32_t col, uint32_t clue)
{
    CHECKER->clue = row << CHECKER_CLUE_ROW_SHIFT | col << CHECKER_CLUE_COL_SHIFT | clue << CHECKER_CLUE_VALUE_SHIFT;
    append_cell(row, col, choices_of_clue[clue]);
}

/* Add all clues of a puzzle; return the end of its bytes, or NULL if this is beyond the end of the frame. */
static const uint8_t *add_clues(const struct puzzle *puzzle)
{
    struct bit_reader given = {.at = puzzle->bytes}, values = {.at = clued_clues(puzzle)};
    if (values.at == NULL)
        return NULL;
    for (uint32_t row = 0, height = puzzle->rows, width = puzzle->cols; row < height; row++)
        for (uint32_t col = 0; col < width; col++)
            if (bits_get(&given, 1))
                add_clue(row, col, bits_get(&values, CLUE_BITS));
    return values.at > puzzle->end ? NULL : values.at;
}

/* Append the cells that the clues leave undecided; return false if these cells cannot connect the decided cells (see
 * joinable). */
SELDOM bool extend_to_undecided(void)
{
    cells = clues;
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t decided = CHECKER->inside[row] | CHECKER->outside[row];
        for (uint32_t col = 0; col < cols; col++)
            if (!(decided >> col & 1))
                append_cell(row, col, choices_of_blank);
    }
    return cells == clues || joinable();
}

SELDOM void keep_solution(struct result *result)
{
    struct bit_writer solution = {.at = result->end};
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t inside = CHECKER->inside[row];
        for (uint32_t col = 0; col < cols; col++)
            bits_put(&solution, inside >> col & 1, 1);
    }
    result->end = bits_end(&solution);
    result->solutions++;
}

/* Search depth-first through the cells; the choices of each cell are tried from the last to the first. Return true if
 * the search space is exhausted or `count` solutions were found, and false if the search must end early. The counts are
 * in CPU registers, because most cycles are spent in this loop. */
static bool search(uint8_t count, struct result *result)
{
    uint32_t depth = 0; /* all cells before this index are assigned without a conflict */
    uint32_t until_pause = CHECKS_BETWEEN_PAUSES;
    uint64_t backs = 0;
    bool forward = true;
    for (;;) {
        if (forward && depth == clues) {
            result->counter[CHECKER_CANDIDATES]++;
            forward = extend_to_undecided();
        }
        if (forward && depth == cells) {
            if (one_loop()) {
                keep_solution(result);
                if (result->solutions == count)
                    break;
            }
            forward = false;
        }
        if (!forward) {
            if (depth == 0)
                break;
            depth--;
            backs++;
        }

        uint32_t cell = place[depth] | CHECKER_ASSIGN_ASSIGNED;
        uint32_t word = cell + (forward ? choices[depth] : chosen[depth]);
        forward = false;
        while (!forward && word != cell) {
            CHECKER->assign = --word;
            forward = CHECKER->conflict == 0 && (depth < clues || joinable());
            if (--until_pause == 0) {
                until_pause = CHECKS_BETWEEN_PAUSES;
                result->counter[CHECKER_NODES] += CHECKS_BETWEEN_PAUSES;
                result->counter[CHECKER_BACKS] = backs;
                if (!search_may_continue(result))
                    return false;
            }
        }
        if (forward)
            chosen[depth++] = (uint8_t)(word - cell);
        else
            CHECKER->assign = place[depth];
    }
    result->counter[CHECKER_NODES] += CHECKS_BETWEEN_PAUSES - until_pause;
    result->counter[CHECKER_BACKS] = backs;
    return true;
}

static const uint8_t *solve(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    const uint8_t count = terms->count;
    rows = puzzle->rows;
    cols = puzzle->cols;
    cells = 0;
    CHECKER->size = rows << CHECKER_SIZE_ROWS_SHIFT | cols << CHECKER_SIZE_COLS_SHIFT;
    CHECKER->control = CHECKER_CONTROL_CLEAR;
    const uint8_t *end = add_clues(puzzle);
    if (end == NULL)
        return NULL;
    clues = cells;
    result->counters = CHECKER_COUNTERS;
    search_begins();
    result->complete = search(count, result);
    search_ends(result);
    if (result->complete && result->solutions == 0)
        result->status = STATUS_NO_SOLUTION;
    return end;
}

const struct engine checker_engine = {.check = check, .solution_bytes = clued_solution_bytes, .run[TASK_SEARCH] = solve};
