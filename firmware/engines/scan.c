#include "bytes.h"
#include "frame.h"
#include "packing.h"
#include "scan.h"
#include "search.h"

#define LARGEST_CELLS (BUILD_SCAN_ORDER * BUILD_SCAN_ORDER * BUILD_SCAN_ORDER * BUILD_SCAN_ORDER)

/* Pseudo-states: there is no further state; the search was told to end. */
enum { EXHAUSTED = SCAN_STATE_BUSY | SCAN_STATE_CONTRADICTION, ENDED = SCAN_STATE_BUSY };

/* The number of candidates of a cell for lookahead; the number of lookaheads between two polls of the host. */
enum { ALTERNATIVES = 2, UNHEARD = 8 };

static uint32_t counted[SCAN_OWN_COUNTERS];
static bool any_solution;
static uint32_t side;
static bool stored;

/* The first solution of a large puzzle is stored behind the engine's own cells during the search for the second one. */
static bool first_is_kept;

static enum reason check(uint32_t rows, uint32_t cols, bool stored)
{
    return sudoku_check(rows, cols, 2, stored || BUILD_SCAN_ORDER < WHOLE_ORDER ? BUILD_SCAN_ORDER : WHOLE_ORDER);
}

static enum reason store(uint32_t offset, const uint8_t *cells, size_t length)
{
    if (offset > LARGEST_CELLS || length > LARGEST_CELLS - offset)
        return REASON_TOO_LARGE;
    scan_seek(offset);
    for (size_t i = 0; i < length; i++)
        scan_put(cells[i]);
    return REASON_ACCEPTED;
}

static void fetch(uint32_t solution, uint32_t offset, uint8_t *cells, size_t length)
{
    scan_seek(offset + (solution == 0 && first_is_kept ? LARGEST_CELLS : 0));
    for (size_t i = 0; i < length; i++)
        cells[i] = (uint8_t)scan_get();
}

/* Verify that the cells in the engine's memory are those of a stored puzzle; return the end of its bytes, else NULL. */
static const uint8_t *load_stored(const struct puzzle *puzzle)
{
    uint32_t crc = 0;
    scan_seek(0);
    for (uint32_t cell = 0; cell < side * side; cell++) {
        uint8_t value = (uint8_t)scan_get();
        if (value > side)
            return NULL;
        crc = crc32(crc, &value, 1);
    }
    return puzzle->end - puzzle->bytes == 4 && crc == get32(puzzle->bytes) ? puzzle->end : NULL;
}

static const uint8_t *load_whole(const struct puzzle *puzzle)
{
    struct sudoku_reader reader;
    if (!sudoku_begin(&reader, puzzle))
        return NULL;
    scan_seek(0);
    for (uint32_t cell = 0; cell < side * side; cell++) {
        uint32_t value = sudoku_given(&reader, 1) ? sudoku_digit(&reader) : 0;
        if (value > side)
            return NULL;
        scan_put(value);
    }
    return sudoku_end(&reader, puzzle);
}

static void count(struct result *result)
{
    add_counts(result, SCAN_FIRST_COUNTER, SCAN_OWN_COUNTERS, scan_counter, counted);
}

/* Serve the host. Return false if the search was told to end; without further commands, the engine soon ends. */
SELDOM bool may_go_on(struct result *result)
{
    count(result);
    if (search_may_go_on(result))
        return true;
    while (scan_state() & SCAN_STATE_BUSY)
        ;
    return false;
}

/* Wait for the engine, serving the host; return its state. */
static uint32_t await(struct result *result)
{
    uint32_t state = scan_state();
    while (state & SCAN_STATE_BUSY) {
        if (!may_go_on(result))
            return ENDED;
        state = scan_state();
    }
    return state;
}

static uint32_t assume(struct result *result, uint32_t cell, uint32_t value, bool guess)
{
    scan_assume(cell, value, guess);
    result->counter[SCAN_GUESSES] += guess;
    return await(result);
}

static uint32_t undo(struct result *result)
{
    scan_command(SCAN_CONTROL_COMMAND_UNDO, 0);
    return await(result);
}

/* The cell after this one; the first one after the last. */
static uint32_t next_cell(uint32_t cell)
{
    uint32_t row = (cell & SCAN_STATE_ROW) >> SCAN_STATE_ROW_SHIFT, col = (cell & SCAN_STATE_COL) >> SCAN_STATE_COL_SHIFT;
    if (++col == side) {
        col = 0;
        row = row + 1 == side ? 0 : row + 1;
    }
    return row << SCAN_STATE_ROW_SHIFT | col << SCAN_STATE_COL_SHIFT;
}

enum { OUTCOME = SCAN_STATE_BUSY | SCAN_STATE_CONTRADICTION | SCAN_STATE_SOLVED };

static bool is_undecided(uint32_t state)
{
    return (state & OUTCOME) == 0;
}

static bool is_solution(uint32_t state)
{
    return (state & OUTCOME) == SCAN_STATE_SOLVED;
}

/* Apply an exclusion to all houses of a kind, and deduce. */
static uint32_t exclude(struct result *result, void (*of_house)(uint32_t kind, uint32_t house), uint32_t kind)
{
    for (uint32_t house = 0; house < side; house++) {
        of_house(kind, house);
        if (await(result) & SCAN_STATE_BUSY)
            return ENDED;
    }
    scan_command(SCAN_CONTROL_COMMAND_PROPAGATE, 0);
    return await(result);
}

/* Exclude locked candidates until nothing follows. No guess may be pending. */
static uint32_t exclude_locked(struct result *result)
{
    uint32_t excluded, state = 0;
    do {
        excluded = scan_counter(SCAN_EXCLUDED - SCAN_FIRST_COUNTER);
        for (uint32_t lock = 0; lock < SCAN_LOCKS && is_undecided(state); lock++)
            state = exclude(result, scan_exclude, lock);
    } while (is_undecided(state) && scan_counter(SCAN_EXCLUDED - SCAN_FIRST_COUNTER) != excluded);
    return state;
}

/* The same, then exclude subsets, until nothing follows from either. */
static uint32_t exclude_all(struct result *result)
{
    uint32_t in_subsets, state;
    do {
        in_subsets = scan_counter(SCAN_SUBSETS - SCAN_FIRST_COUNTER);
        state = exclude_locked(result);
        for (uint32_t kind = 0; kind < SCAN_KINDS && is_undecided(state); kind++)
            state = exclude(result, scan_subsets, kind);
    } while (is_undecided(state) && scan_counter(SCAN_SUBSETS - SCAN_FIRST_COUNTER) != in_subsets);
    return state;
}

/* The result of a lookahead at a cell. */
struct lookahead {
    uint32_t state; /* undecided, unless one candidate contradicts and the other decides, or a solution was found */
    bool progress;
    uint32_t merit; /* as a branch cell: larger if more follows from both candidates */
};

/* Try both candidates of a cell; if one leads to a contradiction, place the other one. */
static struct lookahead look_ahead(struct result *result, uint32_t cell)
{
    struct lookahead ahead = {.state = 0, .progress = false, .merit = 1};
    uint32_t before = scan_depth(), value = 1;
    for (uint32_t i = 0; i < ALTERNATIVES; i++) {
        uint32_t state = assume(result, cell, value, true);
        bool contradicts = state & SCAN_STATE_CONTRADICTION;
        if (state & SCAN_STATE_BUSY || (is_solution(state) && any_solution)) {
            ahead.state = state;
            return ahead;
        }
        ahead.merit *= scan_depth() - before;
        state = undo(result);
        if (state & SCAN_STATE_BUSY) {
            ahead.state = state;
            return ahead;
        }
        value = scan_value(state) + 1;
        if (contradicts) {
            ahead.state = assume(result, cell, i == 0 ? value : 1, false);
            ahead.progress = true;
            return ahead;
        }
    }
    return ahead;
}

/* Look ahead at all cells with two candidates, repeatedly while there is progress. If the state is undecided then, *cell is the
 * branch cell. */
static uint32_t look_ahead_everywhere(struct result *result, uint32_t *cell)
{
    bool progress;
    uint32_t cells = 0;
    do {
        uint32_t from = 0, best = 0;
        progress = false;
        *cell = 0;
        if (scan_level() == 0) {
            /* After the first lookaheads, further ones find what subsets find, at lower cost. */
            uint32_t state = cells == 0 ? exclude_all(result) : exclude_locked(result);
            if (!is_undecided(state))
                return state;
        }
        do {
            if (cells++ % UNHEARD == 0 && !may_go_on(result))
                return ENDED;
            scan_find_branch(from, ALTERNATIVES);
            uint32_t state = await(result);
            if (state & SCAN_STATE_BUSY)
                return ENDED;
            if (scan_value(state) > ALTERNATIVES) {
                if (best == 0)
                    *cell = state & SCAN_CELL;
                break;
            }
            struct lookahead ahead = look_ahead(result, state & SCAN_CELL);
            if (!is_undecided(ahead.state))
                return ahead.state;
            progress |= ahead.progress;
            if (!ahead.progress && ahead.merit > best) {
                best = ahead.merit;
                *cell = state & SCAN_CELL;
            }
            from = next_cell(state & SCAN_CELL);
        } while (from != 0);
    } while (progress);
    return 0;
}

static void keep_stored(void)
{
    for (uint32_t cell = 0; cell < side * side; cell++) {
        scan_seek(cell);
        uint32_t value = scan_get();
        scan_seek(LARGEST_CELLS + cell);
        scan_put(value);
    }
    first_is_kept = true;
}

static void keep_whole(struct result *result)
{
    struct bit_writer solution = {.at = result->end};
    for (uint32_t row = 0; row < side - 1; row++) {
        scan_seek(row * side);
        for (uint32_t col = 0; col < side - 1; col++)
            bits_put(&solution, scan_get() - 1, DIGIT_BITS);
    }
    result->end = bits_end(&solution);
}

static void keep_solution(struct result *result)
{
    if (!stored)
        keep_whole(result);
    else if (!any_solution && result->solutions == 0)
        keep_stored();
    result->solutions++;
}

/* Backtrack: replace the last guess by its cell's next candidate, or, if there is none left, the guess before. */
static uint32_t backtrack(struct result *result)
{
    uint32_t state;
    do {
        if (scan_level() == 0)
            return EXHAUSTED;
        state = undo(result);
        if (state & SCAN_STATE_BUSY)
            return ENDED;
        result->counter[SCAN_NODES]++;
        state = assume(result, state & SCAN_CELL, scan_value(state) + 1, true);
    } while (state & SCAN_STATE_CONTRADICTION && !(state & SCAN_STATE_BUSY));
    return state;
}

static uint32_t branch(struct result *result)
{
    uint32_t cell;
    uint32_t state = look_ahead_everywhere(result, &cell);
    if (!is_undecided(state))
        return state;
    result->counter[SCAN_NODES]++;
    return assume(result, cell, 1, true);
}

/* Search from a state on until the next solution. */
static uint32_t search(struct result *result, uint32_t state)
{
    while (!(state & SCAN_STATE_BUSY) && !is_solution(state))
        state = state & SCAN_STATE_CONTRADICTION ? backtrack(result) : branch(result);
    return state;
}

static const uint8_t *solve(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    uint32_t solutions = terms->count;
    side = puzzle->rows;
    stored = puzzle->stored;
    scan_order(sudoku_order(side));
    const uint8_t *end = puzzle->stored ? load_stored(puzzle) : load_whole(puzzle);
    if (end == NULL)
        return NULL;
    for (uint32_t i = 0; i < SCAN_OWN_COUNTERS; i++)
        counted[i] = 0;
    first_is_kept = false;
    any_solution = solutions == 1;
    result->counters = SCAN_COUNTERS;
    result->counter[SCAN_NODES] = 1;
    search_begins();
    scan_command(SCAN_CONTROL_COMMAND_CLEAR, 0);
    uint32_t state = await(result);
    if (!(state & SCAN_STATE_BUSY)) {
        scan_command(SCAN_CONTROL_COMMAND_LOAD, 0);
        state = await(result);
    }
    if (is_undecided(state)) {
        scan_command(SCAN_CONTROL_COMMAND_PROPAGATE, 0);
        state = search(result, await(result));
    }
    while (is_solution(state) && --solutions > 0) {
        keep_solution(result);
        state = search(result, backtrack(result));
    }
    search_ends(result);
    count(result);
    if (is_solution(state))
        keep_solution(result);
    result->complete = state != ENDED;
    if (result->complete && result->solutions == 0)
        result->status = STATUS_NO_SOLUTION;
    return end;
}

const struct engine scan_engine = {
    .check = check, .solution_bytes = sudoku_solution_bytes, .run[TASK_SEARCH] = solve, .store = store, .fetch = fetch};
