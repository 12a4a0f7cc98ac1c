/* The Sudoku engine for every order, which finds singles and keeps a trail to undo guesses. States and commands encode
 * cells in the same way (see CELL). A read of the state waits until the engine is done, or until a timeout. */
#include "bytes.h"
#include "frame.h"
#include "packing.h"
#include "search.h"

#define LARGEST_CELLS (BUILD_SCAN_ORDER * BUILD_SCAN_ORDER * BUILD_SCAN_ORDER * BUILD_SCAN_ORDER)
#define CELL (SCAN_STATE_ROW | SCAN_STATE_COL)

_Static_assert(SCAN_STATE_ROW == SCAN_CONTROL_ROW && SCAN_STATE_COL == SCAN_CONTROL_COL
               && SCAN_STATE_VALUE == SCAN_CONTROL_VALUE, "the state and the command encode a cell and a value alike");

/* The number of kinds of locked candidates, and the number of kinds of houses. Candidates can be locked in rows, in
 * columns, in the rows of boxes, and in the columns of boxes. */
enum { LOCKS = 4, KINDS = 3 };

/* The engine has a register for each counter except the counters of nodes and guesses. */
#define OWN_COUNTERS (sizeof SCAN->counters / sizeof *SCAN->counters)
enum { FIRST_COUNTER = SCAN_COUNTERS - OWN_COUNTERS };

/* Issue a command, SCAN_CONTROL_COMMAND_...; hw/sudoku/scan/scan.py describes the commands. */
static inline void command(uint32_t command, uint32_t operands) { SCAN->control = command | operands; }

static inline uint32_t value_of(uint32_t state) { return (state & SCAN_STATE_VALUE) >> SCAN_STATE_VALUE_SHIFT; }
static inline uint32_t counter(uint32_t number) { return SCAN->counters[number]; }

/* Return the number of placements that can be undone, and the number of these placements that are guesses. */
static inline uint32_t trail_depth(void) { return (SCAN->trail & SCAN_TRAIL_DEPTH) >> SCAN_TRAIL_DEPTH_SHIFT; }
static inline uint32_t trail_level(void) { return (SCAN->trail & SCAN_TRAIL_LEVEL) >> SCAN_TRAIL_LEVEL_SHIFT; }

/* Pseudo-states: values that functions return in place of the engine's state. EXHAUSTED: the search space is exhausted.
 * ENDED: the search had to end early. */
enum { EXHAUSTED = SCAN_STATE_BUSY | SCAN_STATE_CONTRADICTION, ENDED = SCAN_STATE_BUSY };

/* ALTERNATIVES is the number of candidates that a cell must have to be chosen for lookahead. During lookahead, the host
 * is served after every UNHEARD cells. */
enum { ALTERNATIVES = 2, UNHEARD = 8 };

static uint32_t counted[OWN_COUNTERS];
static bool any_solution;
static uint32_t side;
static bool stored;

/* True if the first solution of a large puzzle was copied, because the search for the second solution overwrites it. In
 * the engine's memory, the copy is after the words for the largest puzzle's cells. */
static bool first_is_kept;

static enum reason check(uint32_t rows, uint32_t cols, bool stored)
{
    return sudoku_check(rows, cols, 2, stored || BUILD_SCAN_ORDER < WHOLE_ORDER ? BUILD_SCAN_ORDER : WHOLE_ORDER);
}

static enum reason store(uint32_t offset, const uint8_t *cells, size_t length)
{
    if (offset > LARGEST_CELLS || length > LARGEST_CELLS - offset)
        return REASON_TOO_LARGE;
    SCAN->cell = offset;
    for (size_t i = 0; i < length; i++)
        SCAN->given = cells[i];
    return REASON_ACCEPTED;
}

static void fetch(uint32_t solution, uint32_t offset, uint8_t *cells, size_t length)
{
    SCAN->cell = offset + (solution == 0 && first_is_kept ? LARGEST_CELLS : 0);
    for (size_t i = 0; i < length; i++)
        cells[i] = (uint8_t)SCAN->value;
}

/* Return the end of a stored puzzle's bytes, or NULL if the engine's memory does not have the puzzle's cells. */
static const uint8_t *load_stored(const struct puzzle *puzzle)
{
    uint32_t crc = 0;
    SCAN->cell = 0;
    for (uint32_t cell = 0; cell < side * side; cell++) {
        uint8_t value = (uint8_t)SCAN->value;
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
    SCAN->cell = 0;
    for (uint32_t cell = 0; cell < side * side; cell++) {
        uint32_t value = sudoku_given(&reader, 1) ? sudoku_digit(&reader) : 0;
        if (value > side)
            return NULL;
        SCAN->given = value;
    }
    return sudoku_end(&reader, puzzle);
}

static void count(struct result *result) { add_counts(result, FIRST_COUNTER, OWN_COUNTERS, counter, counted); }

/* Serve the host. Return false if the search must end; in this case, the engine is idle afterwards. */
SELDOM bool may_continue(struct result *result)
{
    count(result);
    if (search_may_continue(result))
        return true;
    while (SCAN->state & SCAN_STATE_BUSY)
        ;
    return false;
}

/* Wait for the engine, and serve the host while waiting; return the engine's state. */
static uint32_t await(struct result *result)
{
    uint32_t state = SCAN->state;
    while (state & SCAN_STATE_BUSY) {
        if (!may_continue(result))
            return ENDED;
        state = SCAN->state;
    }
    return state;
}

static uint32_t assume(struct result *result, uint32_t cell, uint32_t value, bool guess)
{
    command(SCAN_CONTROL_COMMAND_ASSUME, cell | value << SCAN_CONTROL_VALUE_SHIFT | (guess ? SCAN_CONTROL_CHOICE : 0));
    result->counter[SCAN_GUESSES] += guess;
    return await(result);
}

static uint32_t undo(struct result *result)
{
    command(SCAN_CONTROL_COMMAND_UNDO, 0);
    return await(result);
}

/* Return the next cell in reading order; after the last cell, the first cell comes next. */
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

static bool is_undecided(uint32_t state) { return (state & OUTCOME) == 0; }

static bool is_solution(uint32_t state) { return (state & OUTCOME) == SCAN_STATE_SOLVED; }

/* Permanently exclude the candidates that a house's locked candidates, or its subsets, rule out. An engine without the
 * memory for this does nothing. */
static void exclude_locks(uint32_t lock, uint32_t house)
{
    command(SCAN_CONTROL_COMMAND_EXCLUDE, house << SCAN_CONTROL_ROW_SHIFT | lock << SCAN_CONTROL_VALUE_SHIFT);
}
static void exclude_subsets(uint32_t kind, uint32_t house)
{
    command(SCAN_CONTROL_COMMAND_SUBSETS, house << SCAN_CONTROL_ROW_SHIFT | kind << SCAN_CONTROL_VALUE_SHIFT);
}

/* Exclude candidates in all houses of a kind, then deduce; `of_house` excludes the candidates in one house. */
static uint32_t exclude(struct result *result, void (*of_house)(uint32_t kind, uint32_t house), uint32_t kind)
{
    for (uint32_t house = 0; house < side; house++) {
        of_house(kind, house);
        if (await(result) & SCAN_STATE_BUSY)
            return ENDED;
    }
    command(SCAN_CONTROL_COMMAND_PROPAGATE, 0);
    return await(result);
}

/* Exclude candidates by locked candidates until nothing more is excluded. Call this only before the first guess. */
static uint32_t exclude_locked(struct result *result)
{
    uint32_t excluded, state = 0;
    do {
        excluded = counter(SCAN_EXCLUDED - FIRST_COUNTER);
        for (uint32_t lock = 0; lock < LOCKS && is_undecided(state); lock++)
            state = exclude(result, exclude_locks, lock);
    } while (is_undecided(state) && counter(SCAN_EXCLUDED - FIRST_COUNTER) != excluded);
    return state;
}

/* Exclude candidates by locked candidates and subsets until nothing more is excluded. */
static uint32_t exclude_all(struct result *result)
{
    uint32_t in_subsets, state;
    do {
        in_subsets = counter(SCAN_SUBSETS - FIRST_COUNTER);
        state = exclude_locked(result);
        for (uint32_t kind = 0; kind < KINDS && is_undecided(state); kind++)
            state = exclude(result, exclude_subsets, kind);
    } while (is_undecided(state) && counter(SCAN_SUBSETS - FIRST_COUNTER) != in_subsets);
    return state;
}

/* The result of a lookahead at a cell. */
struct lookahead {
    /* The last state if a candidate was placed, a solution was found, or the search must end; otherwise 0. */
    uint32_t state;
    bool progress;
    uint32_t merit; /* the cell's merit as a branch cell: it is larger if more follows from the candidates */
};

/* Try both candidates of a cell; if one of them leads to a contradiction, place the other candidate. */
static struct lookahead look_ahead(struct result *result, uint32_t cell)
{
    struct lookahead ahead = {.state = 0, .progress = false, .merit = 1};
    uint32_t before = trail_depth(), value = 1;
    for (uint32_t i = 0; i < ALTERNATIVES; i++) {
        uint32_t state = assume(result, cell, value, true);
        bool contradicts = state & SCAN_STATE_CONTRADICTION;
        if (state & SCAN_STATE_BUSY || (is_solution(state) && any_solution)) {
            ahead.state = state;
            return ahead;
        }
        ahead.merit *= trail_depth() - before;
        state = undo(result);
        if (state & SCAN_STATE_BUSY) {
            ahead.state = state;
            return ahead;
        }
        value = value_of(state) + 1;
        if (contradicts) {
            ahead.state = assume(result, cell, i == 0 ? value : 1, false);
            ahead.progress = true;
            return ahead;
        }
    }
    return ahead;
}

/* Look ahead at all cells that have two candidates, and repeat this while there is progress. If the final state is
 * undecided, *cell is the branch cell. */
static uint32_t look_ahead_everywhere(struct result *result, uint32_t *cell)
{
    bool progress;
    uint32_t cells = 0;
    do {
        uint32_t from = 0, best = 0;
        progress = false;
        *cell = 0;
        if (trail_level() == 0) {
            /* After the first lookaheads, subsets are not used: further lookaheads reach the same conclusions at lower
             * cost. */
            uint32_t state = cells == 0 ? exclude_all(result) : exclude_locked(result);
            if (!is_undecided(state))
                return state;
        }
        do {
            if (cells++ % UNHEARD == 0 && !may_continue(result))
                return ENDED;
            command(SCAN_CONTROL_COMMAND_BRANCH, from | ALTERNATIVES << SCAN_CONTROL_VALUE_SHIFT);
            uint32_t state = await(result);
            if (state & SCAN_STATE_BUSY)
                return ENDED;
            if (value_of(state) > ALTERNATIVES) {
                if (best == 0)
                    *cell = state & CELL;
                break;
            }
            struct lookahead ahead = look_ahead(result, state & CELL);
            if (!is_undecided(ahead.state))
                return ahead.state;
            progress |= ahead.progress;
            if (!ahead.progress && ahead.merit > best) {
                best = ahead.merit;
                *cell = state & CELL;
            }
            from = next_cell(state & CELL);
        } while (from != 0);
    } while (progress);
    return 0;
}

static void keep_stored(void)
{
    for (uint32_t cell = 0; cell < side * side; cell++) {
        SCAN->cell = cell;
        uint32_t value = SCAN->value;
        SCAN->cell = LARGEST_CELLS + cell;
        SCAN->given = value;
    }
    first_is_kept = true;
}

static void keep_whole(struct result *result)
{
    struct bit_writer solution = {.at = result->end};
    for (uint32_t row = 0; row < side - 1; row++) {
        SCAN->cell = row * side;
        for (uint32_t col = 0; col < side - 1; col++)
            bits_put(&solution, SCAN->value - 1, DIGIT_BITS);
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

/* Backtrack to the latest guess whose cell has an untried candidate, and guess this candidate instead. */
static uint32_t backtrack(struct result *result)
{
    uint32_t state;
    do {
        if (trail_level() == 0)
            return EXHAUSTED;
        state = undo(result);
        if (state & SCAN_STATE_BUSY)
            return ENDED;
        result->counter[SCAN_NODES]++;
        state = assume(result, state & CELL, value_of(state) + 1, true);
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

/* Search from a state until the next solution is found; return the final state or a pseudo-state. */
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
    SCAN->order = sudoku_order(side);
    const uint8_t *end = puzzle->stored ? load_stored(puzzle) : load_whole(puzzle);
    if (end == NULL)
        return NULL;
    for (uint32_t i = 0; i < OWN_COUNTERS; i++)
        counted[i] = 0;
    first_is_kept = false;
    any_solution = solutions == 1;
    result->counters = SCAN_COUNTERS;
    result->counter[SCAN_NODES] = 1;
    search_begins();
    command(SCAN_CONTROL_COMMAND_CLEAR, 0);
    uint32_t state = await(result);
    if (!(state & SCAN_STATE_BUSY)) {
        command(SCAN_CONTROL_COMMAND_LOAD, 0);
        state = await(result);
    }
    if (is_undecided(state)) {
        command(SCAN_CONTROL_COMMAND_PROPAGATE, 0);
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
