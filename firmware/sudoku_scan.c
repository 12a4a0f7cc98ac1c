#include "sudoku_scan.h"

#ifdef SCAN

#include "bytes.h"
#include "frame.h"
#include "identity.h"
#include "scan.h"
#include "sudoku.h"

/* The first two counters are the nodes of the search and its guesses; the unit keeps the others. */
enum { NODES, GUESSES, OWN_COUNTERS };

#define LARGEST_CELLS (BUILD_SCAN_ORDER * BUILD_SCAN_ORDER * BUILD_SCAN_ORDER * BUILD_SCAN_ORDER)

/* What stands for the state when there is no other any more, and when the search was told to end. */
enum { EXHAUSTED = SCAN_STATE_BUSY | SCAN_STATE_CONTRADICTION, ENDED = SCAN_STATE_BUSY };

/* Candidates that a cell must have to be tried out with each of them; and after so many such cells the host is heard. */
enum { TRIED = 2, UNHEARD = 8 };

static uint32_t counted[SCAN_COUNTERS];
static bool any_solution;
static uint32_t side;

/* Of a large puzzle the first solution lies behind the unit's own cells while the second is sought. */
static bool first_is_kept;

/* The cells of a stored puzzle lie in the unit. */
static enum refusal check_stored(const uint8_t *puzzle)
{
    uint32_t rows = puzzle[0], order = sudoku_order(rows), crc = 0;
    if (puzzle[1] != rows || order * order != rows)
        return MALFORMED;
    if (order > BUILD_SCAN_ORDER)
        return TOO_LARGE;
    scan_seek(0);
    for (uint32_t cell = 0; cell < rows * rows; cell++) {
        uint8_t value = (uint8_t)scan_get();
        if (value > rows)
            return MALFORMED;
        crc = crc32(crc, &value, 1);
    }
    return crc == get32(puzzle + 2) ? ACCEPTED : MALFORMED;
}

static enum refusal check(const uint8_t *puzzle, size_t length)
{
    if (length == STORED_BYTES)
        return check_stored(puzzle);
    return sudoku_check(puzzle, length, 2, BUILD_SCAN_ORDER < WHOLE_ORDER ? BUILD_SCAN_ORDER : WHOLE_ORDER);
}

static enum refusal store(uint32_t offset, const uint8_t *cells, size_t length)
{
    if (offset > LARGEST_CELLS || length > LARGEST_CELLS - offset)
        return TOO_LARGE;
    scan_seek(offset);
    for (size_t i = 0; i < length; i++)
        scan_put(cells[i]);
    return ACCEPTED;
}

static void fetch(uint32_t solution, uint32_t offset, uint8_t *cells, size_t length)
{
    scan_seek(offset + (solution == 0 && first_is_kept ? LARGEST_CELLS : 0));
    for (size_t i = 0; i < length; i++)
        cells[i] = (uint8_t)scan_get();
}

static bool is_whole(const uint8_t *puzzle)
{
    return puzzle[0] <= WHOLE_ORDER * WHOLE_ORDER;
}

static void load(const uint8_t *puzzle)
{
    side = puzzle[0];
    scan_order(sudoku_order(side));
    if (is_whole(puzzle)) {
        scan_seek(0);
        for (uint32_t cell = 0; cell < side * side; cell++)
            scan_put(sudoku_cell(puzzle, cell));
    }
    for (uint32_t i = 0; i < SCAN_COUNTERS; i++)
        counted[i] = 0;
    first_is_kept = false;
}

static void count(struct result *result)
{
    add_counts(result, OWN_COUNTERS, SCAN_COUNTERS, scan_counter, counted);
}

/* Looks after the host. A unit that was told nothing more soon ends by itself. */
SELDOM bool may_go_on(struct result *result)
{
    count(result);
    if (search_may_go_on(result))
        return true;
    while (scan_state() & SCAN_STATE_BUSY)
        ;
    return false;
}

/* The state in which the unit's work ends. */
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

static uint32_t assume(struct result *result, uint32_t cell, uint32_t value, bool choice)
{
    scan_assume(cell, value, choice);
    result->counter[GUESSES] += choice;
    return await(result);
}

static uint32_t undo(struct result *result)
{
    scan_command(SCAN_UNDO, 0);
    return await(result);
}

/* The cell behind this one; the first, behind the last. */
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

/* Excludes what all units do of some kind, and deduces. */
static uint32_t exclude(struct result *result, void (*of_unit)(uint32_t kind, uint32_t unit), uint32_t kind)
{
    for (uint32_t unit = 0; unit < side; unit++) {
        of_unit(kind, unit);
        if (await(result) & SCAN_STATE_BUSY)
            return ENDED;
    }
    scan_command(SCAN_PROPAGATE, 0);
    return await(result);
}

/* Excludes what locked candidates do, until nothing follows. Nothing must hang on a choice. */
static uint32_t exclude_locked(struct result *result)
{
    uint32_t excluded, state = 0;
    do {
        excluded = scan_counter(SCAN_EXCLUDED);
        for (uint32_t lock = 0; lock < SCAN_LOCKS && is_undecided(state); lock++)
            state = exclude(result, scan_exclude, lock);
    } while (is_undecided(state) && scan_counter(SCAN_EXCLUDED) != excluded);
    return state;
}

/* The same, and what subsets do when locked candidates are at rest. */
static uint32_t exclude_all(struct result *result)
{
    uint32_t in_subsets, state;
    do {
        in_subsets = scan_counter(SCAN_IN_SUBSETS);
        state = exclude_locked(result);
        for (uint32_t kind = 0; kind < SCAN_KINDS && is_undecided(state); kind++)
            state = exclude(result, scan_subsets, kind);
    } while (is_undecided(state) && scan_counter(SCAN_IN_SUBSETS) != in_subsets);
    return state;
}

/* What trying out the two candidates of a cell has brought. */
struct trial {
    uint32_t state; /* undecided, unless one of them contradicts and something follows from the other, or a solution was met */
    bool progress;
    uint32_t merit; /* the more follows from either, the better to branch on */
};

/* Tries out both candidates of a cell: where one contradicts, the other one is given to it. */
static struct trial try_out(struct result *result, uint32_t cell)
{
    struct trial trial = {.state = 0, .progress = false, .merit = 1};
    uint32_t before = scan_depth(), value = 1;
    for (uint32_t i = 0; i < TRIED; i++) {
        uint32_t state = assume(result, cell, value, true);
        bool contradicts = state & SCAN_STATE_CONTRADICTION;
        if (state & SCAN_STATE_BUSY || (is_solution(state) && any_solution)) {
            trial.state = state;
            return trial;
        }
        trial.merit *= scan_depth() - before;
        state = undo(result);
        if (state & SCAN_STATE_BUSY) {
            trial.state = state;
            return trial;
        }
        value = scan_value(state) + 1;
        if (contradicts) {
            trial.state = assume(result, cell, i == 0 ? value : 1, false);
            trial.progress = true;
            return trial;
        }
    }
    return trial;
}

/* Tries out all cells with two candidates, again and again as long as that brings something. Then *cell is the one to branch
 * on, if the state is still undecided. */
static uint32_t try_all_out(struct result *result, uint32_t *cell)
{
    bool progress;
    uint32_t cells = 0;
    do {
        uint32_t from = 0, best = 0;
        progress = false;
        *cell = 0;
        if (scan_level() == 0) {
            /* Where something must be tried out anyway, that finds what subsets find, and for less. */
            uint32_t state = cells == 0 ? exclude_all(result) : exclude_locked(result);
            if (!is_undecided(state))
                return state;
        }
        do {
            if (cells++ % UNHEARD == 0 && !may_go_on(result))
                return ENDED;
            scan_pick(from, TRIED);
            uint32_t state = await(result);
            if (state & SCAN_STATE_BUSY)
                return ENDED;
            if (scan_value(state) > TRIED) {
                if (best == 0)
                    *cell = state & SCAN_CELL;
                break;
            }
            struct trial trial = try_out(result, state & SCAN_CELL);
            if (!is_undecided(trial.state))
                return trial.state;
            progress |= trial.progress;
            if (!trial.progress && trial.merit > best) {
                best = trial.merit;
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
    scan_seek(0);
    for (uint32_t left = side * side; left > 0; left--) {
        uint32_t values = scan_get();
        if (side < WHOLE_ORDER * WHOLE_ORDER && left > 1) {
            values |= scan_get() << 4;
            left--;
        }
        result->bits[result->length++] = (uint8_t)values;
    }
}

static void keep_solution(struct result *result)
{
    if (side <= WHOLE_ORDER * WHOLE_ORDER)
        keep_whole(result);
    else if (!any_solution && result->solutions == 0)
        keep_stored();
    result->solutions++;
}

/* The last choice becomes the next candidate of its cell; or of the one before, if there is none left. */
static uint32_t go_back(struct result *result)
{
    uint32_t state;
    do {
        if (scan_level() == 0)
            return EXHAUSTED;
        state = undo(result);
        if (state & SCAN_STATE_BUSY)
            return ENDED;
        result->counter[NODES]++;
        state = assume(result, state & SCAN_CELL, scan_value(state) + 1, true);
    } while (state & SCAN_STATE_CONTRADICTION && !(state & SCAN_STATE_BUSY));
    return state;
}

static uint32_t branch(struct result *result)
{
    uint32_t cell;
    uint32_t state = try_all_out(result, &cell);
    if (!is_undecided(state))
        return state;
    result->counter[NODES]++;
    return assume(result, cell, 1, true);
}

/* From a state on to the next solution. */
static uint32_t search(struct result *result, uint32_t state)
{
    while (!(state & SCAN_STATE_BUSY) && !is_solution(state))
        state = state & SCAN_STATE_CONTRADICTION ? go_back(result) : branch(result);
    return state;
}

static void solve(const uint8_t *puzzle, uint8_t solutions, struct result *result)
{
    load(puzzle);
    any_solution = solutions == 1;
    result->counters = OWN_COUNTERS + SCAN_COUNTERS;
    result->counter[NODES] = 1;
    search_begins();
    scan_command(SCAN_CLEAR, 0);
    uint32_t state = await(result);
    if (!(state & SCAN_STATE_BUSY)) {
        scan_command(SCAN_LOAD, 0);
        state = await(result);
    }
    if (is_undecided(state)) {
        scan_command(SCAN_PROPAGATE, 0);
        state = search(result, await(result));
    }
    while (is_solution(state) && --solutions > 0) {
        keep_solution(result);
        state = search(result, go_back(result));
    }
    search_ends(result);
    count(result);
    if (is_solution(state))
        keep_solution(result);
    result->complete = state != ENDED;
    if (result->complete && result->solutions == 0)
        result->status = NO_SOLUTION;
}

const struct genre sudoku_scan = {
    .genre = GENRE_SUDOKU, .engine = ENGINE_SCAN, .rows = identity_scan_rows, .cols = identity_scan_cols,
    .check = check, .solve = solve, .store = store, .fetch = fetch,
};

#endif
