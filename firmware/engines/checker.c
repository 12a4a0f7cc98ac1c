#include "checker.h"
#include "engine.h"
#include "slitherlink.h"

#define CELLS (BUILD_CHECKER_ROWS * BUILD_CHECKER_COLS)
#define CHECKS_BETWEEN_PAUSES 512

/* The number of choices of a clue cell: its patterns (1, 4, 6 and 4 for the clues 0 to 3), each with either colour. */
static const uint8_t choices_of_clue[4] = {2 * 1, 2 * 4, 2 * 6, 2 * 4};
/* A cell without a clue has a colour only. */
static const uint8_t choices_of_blank = 2;

/* The cells to assign, in order: all clue cells; then, once those are assigned, the undecided ones. */
static uint32_t place[CELLS];
static uint8_t choices[CELLS];
static uint8_t chosen[CELLS];
static uint32_t clues, cells;

static enum reason check(const uint8_t *puzzle, size_t length)
{
    return puzzle_check(puzzle, length, BUILD_CHECKER_ROWS, BUILD_CHECKER_COLS);
}

static void append_cell(uint32_t row, uint32_t col, uint8_t its_choices)
{
    place[cells] = checker_cell(row, col);
    choices[cells] = its_choices;
    cells++;
}

static void load(const uint8_t *puzzle)
{
    uint32_t rows = puzzle[0], cols = puzzle[1], index = 0;
    checker_begin(rows, cols);
    cells = 0;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t col = 0; col < cols; col++, index++) {
            uint32_t clue = puzzle_clue(puzzle, index);
            if (clue == NO_CLUE)
                continue;
            checker_clue(row, col, clue);
            append_cell(row, col, choices_of_clue[clue]);
        }
    clues = cells;
}

/* Append the cells that no clue decides; return false if they cannot connect the rest to one region. */
SELDOM bool extend_to_undecided(uint32_t rows, uint32_t cols)
{
    cells = clues;
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t decided = checker_inside(row) | checker_outside(row);
        for (uint32_t col = 0; col < cols; col++)
            if (!(decided >> col & 1))
                append_cell(row, col, choices_of_blank);
    }
    return cells == clues || checker_joinable();
}

SELDOM void keep_solution(struct result *result)
{
    for (uint32_t row = 0; row < result->rows; row++) {
        uint32_t inside = checker_inside(row);
        solution_add_row(result, &inside);
    }
    result->solutions++;
}

/* Search depth first over the cells, each cell's choices from the last to the first. Return true when the search space is
 * exhausted or `count` solutions are found; false when the search was told to end. The counts are kept in CPU registers,
 * because most cycles are spent here. */
static bool search(uint8_t count, struct result *result)
{
    uint32_t depth = 0; /* the cells before it are assigned without conflict */
    uint32_t until_pause = CHECKS_BETWEEN_PAUSES;
    uint64_t backs = 0;
    bool forward = true;
    for (;;) {
        if (forward && depth == clues) {
            result->counter[CHECKER_CANDIDATES]++;
            forward = extend_to_undecided(result->rows, result->cols);
        }
        if (forward && depth == cells) {
            if (checker_one_loop()) {
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

        uint32_t cell = place[depth] | CHECKER_ASSIGNED;
        uint32_t word = cell + (forward ? choices[depth] : chosen[depth]);
        forward = false;
        while (!forward && word != cell) {
            checker_assign(--word);
            forward = !checker_conflict() && (depth < clues || checker_joinable());
            if (--until_pause == 0) {
                until_pause = CHECKS_BETWEEN_PAUSES;
                result->counter[CHECKER_NODES] += CHECKS_BETWEEN_PAUSES;
                result->counter[CHECKER_BACKS] = backs;
                if (!search_may_go_on(result))
                    return false;
            }
        }
        if (forward)
            chosen[depth++] = (uint8_t)(word - cell);
        else
            checker_assign(place[depth]);
    }
    result->counter[CHECKER_NODES] += CHECKS_BETWEEN_PAUSES - until_pause;
    result->counter[CHECKER_BACKS] = backs;
    return true;
}

static void solve(const uint8_t *puzzle, uint8_t count, struct result *result)
{
    load(puzzle);
    result->counters = CHECKER_COUNTERS;
    search_begins();
    result->complete = search(count, result);
    search_ends(result);
    if (result->complete && result->solutions == 0)
        result->status = STATUS_NO_SOLUTION;
}

const struct engine checker_engine = {.check = check, .solve = solve};
