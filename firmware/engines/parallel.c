/* The parallel Sudoku engine, which deduces and searches on the whole grid at once. A read of the engine's state waits
 * until the engine is done, or until a timeout. */
#include "bytes.h"
#include "memory.h"
#include "packing.h"
#include "search.h"
#include "thinning.h"

#define ORDER BUILD_PARALLEL_ORDER
#define SIZE (ORDER * ORDER)

/* Encode a given for the engine. The arguments are the band and stack of the given's box, the given's row and column
 * within the box, and its digit; all of them start at 0. */
static inline uint32_t given_at(uint32_t band, uint32_t stack, uint32_t row, uint32_t col, uint32_t digit)
{
    return band << PARALLEL_GIVEN_BAND_SHIFT | stack << PARALLEL_GIVEN_STACK_SHIFT | row << PARALLEL_GIVEN_Y_SHIFT
        | col << PARALLEL_GIVEN_X_SHIFT | digit << PARALLEL_GIVEN_DIGIT_SHIFT;
}

/* Search for a solution that has another digit than `given` in its cell. If the engine has this given, remove it first.
 * */
static inline void search_another(uint32_t given) { PARALLEL->given = given | PARALLEL_GIVEN_UNLIKE; }

/* Return the command that searches for up to `solutions` solutions; with ALL, the engine counts all solutions. */
enum { ALL = 3 };
static inline uint32_t search_for(uint32_t solutions)
{
    return PARALLEL_CONTROL_SOLVE | solutions << PARALLEL_CONTROL_MOST_SHIFT;
}

/* Start a search; return the state at its end or after a timeout, and the clocks until then. */
static inline struct ended engine_solve(uint32_t solutions)
{
    return operate(&PARALLEL->control, search_for(solutions), &PARALLEL->state);
}

static inline void engine_stop(void) { PARALLEL->control = PARALLEL_CONTROL_STOP; }

static inline uint32_t solutions_in(uint32_t state)
{
    return (state & PARALLEL_STATE_SOLUTIONS) >> PARALLEL_STATE_SOLUTIONS_SHIFT;
}

/* The number of cells in each word of a solution. Each cell has four bits; the first cell has the lowest bits. */
enum { WORD_CELLS = 8 };

/* The engine has a register for each counter except the counter of nodes. */
#define OWN_COUNTERS (sizeof PARALLEL->counters / sizeof *PARALLEL->counters)
enum { FIRST_COUNTER = PARALLEL_COUNTERS - OWN_COUNTERS };

static inline uint32_t counter(uint32_t number) { return PARALLEL->counters[number]; }

static uint32_t counted[OWN_COUNTERS];

static enum reason check(uint32_t rows, uint32_t cols, bool stored)
{
    return stored ? REASON_MALFORMED : sudoku_check(rows, cols, ORDER, ORDER);
}

/* The number of puzzles whose clues the engine removes or has removed, and whose results the CPU has not read. */
static uint32_t ahead;

SELDOM void stop_ahead(void)
{
    engine_stop();
    while (PARALLEL->state & (PARALLEL_STATE_REMOVES | PARALLEL_STATE_READY))
        (void)PARALLEL->left;
    ahead = 0;
}

static inline void empty_grid(void)
{
    if (UNLIKELY(ahead > 0))
        stop_ahead();
    PARALLEL->control = PARALLEL_CONTROL_BEGIN;
}

/* Load a puzzle into the engine; return the end of the puzzle's bytes, or NULL if they are invalid. */
static const uint8_t *load(const struct puzzle *puzzle)
{
    struct sudoku_reader reader;
    if (!sudoku_begin(&reader, puzzle))
        return NULL;
    empty_grid();
    for (uint32_t band = 0; band < ORDER; band++)
        for (uint32_t row = 0; row < ORDER; row++) {
            uint32_t given = sudoku_given(&reader, SIZE);
            for (uint32_t stack = 0; given != 0; stack++)
#pragma clang loop unroll(disable)
                for (uint32_t col = 0; col < ORDER; col++, given >>= 1)
                    if (given & 1) {
                        uint32_t digit = sudoku_digit(&reader);
                        if (digit > SIZE)
                            return NULL;
                        PARALLEL->given = given_at(band, stack, row, col, digit - 1);
                    }
        }
    return sudoku_end(&reader, puzzle);
}

static void count(struct result *result)
{
    add_counts(result, FIRST_COUNTER, OWN_COUNTERS, counter, counted);
    /* There is one node for the first state, and one for the state after each guess. */
    result->counter[PARALLEL_NODES] = result->counter[PARALLEL_GUESSES] + 1;
}

/* Wait for the engine and return its state. If the search must end, stop the engine; the status in the result then says
 * why. */
SELDOM uint32_t await(struct result *result)
{
    uint32_t state;
    /* Nearly all searches end before the second read of the state. */
    while ((state = PARALLEL->state) & PARALLEL_STATE_BUSY) {
        count(result);
        if (!search_may_continue(result))
            engine_stop();
    }
    search_ended_with_engine(result);
    return state;
}

OFTEN static void keep_solution(struct result *result)
{
    enum { ALL_FIRST = 0x11111111, ROW_BITS = (SIZE - 1) * DIGIT_BITS, HALF = 16 };
    uint32_t words[(SIZE * SIZE + WORD_CELLS - 1) / WORD_CELLS];
    for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
        words[i] = PARALLEL->digits - ALL_FIRST;
    struct bit_writer solution = {.at = result->end};
    for (uint32_t row = 0, cell = 0; row < SIZE - 1; row++, cell += SIZE) {
        const uint32_t *word = &words[cell / WORD_CELLS];
        uint32_t shift = cell % WORD_CELLS * DIGIT_BITS;
        uint32_t digits = word[0] >> shift | (shift == 0 ? 0 : word[1] << (32 - shift));
        bits_put(&solution, digits & ((1u << (ROW_BITS < HALF ? ROW_BITS : HALF)) - 1), ROW_BITS < HALF ? ROW_BITS : HALF);
        if (ROW_BITS > HALF)
            bits_put(&solution, digits >> HALF, ROW_BITS - HALF);
    }
    result->end = bits_end(&solution);
    result->solutions++;
}

/* Search for solutions. Most puzzles are solved before the first read of the engine's state returns. */
OFTEN static const uint8_t *solve(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    const uint32_t solutions = terms->count;
    const uint8_t *end = load(puzzle);
    if (end == NULL)
        return NULL;
    for (uint32_t i = 0; i < OWN_COUNTERS; i++)
        counted[i] = counter(i);
    result->counters = PARALLEL_COUNTERS;
    search_begins();
    struct ended ended = engine_solve(solutions);
    uint32_t state = ended.state;
    result->cycles = ended.clocks;
    if (state & PARALLEL_STATE_BUSY)
        state = await(result);
    if (result->counts)
        count(result);
    uint32_t found = solutions_in(state);
    for (uint32_t i = 0; i < found; i++) {
        if (i > 0)
            PARALLEL->control = PARALLEL_CONTROL_KEEP;
        keep_solution(result);
    }
    /* If the search had to end early, the result's status is not SOLVED. */
    result->complete = result->status == STATUS_SOLVED || found == solutions;
    if (result->complete && found == 0)
        result->status = STATUS_NO_SOLUTION;
    return end;
}

/* The cells of a solution, encoded as givens. */
static uint16_t givens[SIZE * SIZE];

/* Read a solution that is encoded as in a result; return false if a digit is invalid. */
__attribute__((noinline)) static bool read_solution(const uint8_t *at)
{
    /* `even` has a byte for each even column, and `odd` for each odd column. The byte is the sum of the digits that
     * have not been read yet in its column. Before the last row, which is not sent, this sum is the column's last
     * digit. The coordinates of a cell come from loops, because divisions would take longer than the rest of this
     * function. */
    enum { SUM = SIZE * (SIZE - 1) / 2, HALF_ROW = (SIZE - 1) * DIGIT_BITS / 2 };
    const uint32_t each = 0x01010101, digit_mask = each * ((1u << DIGIT_BITS) - 1);
    uint32_t even = SUM * each, odd = SUM * each, number = 0;
    struct bit_reader reader = {.at = at};
    for (uint32_t band = 0; band < ORDER; band++)
        for (uint32_t y = 0; y < ORDER; y++) {
            uint32_t digits = even | odd << DIGIT_BITS, last = SUM;
            if (number < SIZE * (SIZE - 1)) {
                digits = bits_get(&reader, HALF_ROW);
                digits |= bits_get(&reader, HALF_ROW) << HALF_ROW;
                even -= digits & digit_mask;
                odd -= digits >> DIGIT_BITS & digit_mask;
            } else if ((even | odd) & ~digit_mask) {
                return false;
            }
            for (uint32_t stack = 0, col = 0; stack < ORDER; stack++)
                for (uint32_t x = 0; x < ORDER; x++, col++, number++, digits >>= DIGIT_BITS) {
                    uint32_t digit = col == SIZE - 1 ? last : digits & digit_mask & 0xff;
                    if (digit >= SIZE)
                        return false;
                    last -= digit;
                    givens[number] = (uint16_t)given_at(band, stack, y, x, digit);
                }
        }
    return true;
}

static bool ended(const struct result *result) { return result->status != STATUS_SOLVED; }

/* A pseudo-state, which functions return in place of the engine's state: the search must end. */
#define ENDED (1u << 31)

/* Serve the host if search_is_due, and wait for the engine. Return the engine's state, or ENDED. */
SELDOM uint32_t serve_and_await(struct result *result)
{
    if (search_is_due() && !search_may_continue(result))
        engine_stop();
    uint32_t state = await(result);
    return ended(result) ? ENDED : state;
}

static uint32_t wait_for(struct result *result)
{
    uint32_t state;
    return search_is_due() || (state = PARALLEL->state) & PARALLEL_STATE_BUSY ? serve_and_await(result) : state;
}

/* The required ease of the puzzle whose clues are removed, and its current clues. */
static uint32_t ease;
static uint8_t *clues_there;

static uint32_t guesses(void) { return counter(PARALLEL_GUESSES - FIRST_COUNTER); }

/* Return whether the puzzle can be solved without a guess. */
SELDOM bool falls(void)
{
    /* Write a clue again: the engine then resets all cells without a clue. */
    for (uint32_t number = 0; number < SIZE * SIZE; number++)
        if (has_bit(clues_there, number)) {
            PARALLEL->given = givens[number];
            uint32_t before = guesses();
            engine_solve(1);
            bool easy = guesses() == before;
            /* Stop the engine, because it ignores givens while it is busy. */
            engine_stop();
            return easy;
        }
    return false;
}

static uint32_t number_of(uint32_t cell) { return cell_number(cell_row(cell), cell_col(cell)); }

SELDOM void restore_clue(uint32_t cell)
{
    set_bit(clues_there, number_of(cell));
    PARALLEL->given = givens[number_of(cell)];
}

SELDOM void start_test(uint32_t cell) { search_another(givens[number_of(cell)]); }

/* The clues of an orbit are tested one after the other. */
SELDOM enum removal finish_test(uint32_t cell, struct result *result)
{
    uint32_t state = wait_for(result);
    if (state & ENDED)
        return STOPPED;
    clear_bit(clues_there, number_of(cell));
    if (solutions_in(state) == 0 && (ease == 0 || falls()))
        return SPARED;
    restore_clue(cell);
    return NEEDED;
}

/* Return whether the engine can remove the clues without the CPU. */
static bool is_plain(const struct thinning *how) { return how->symmetry == 1 && how->ease == 0; }

/* Prepare the engine to remove up to `spare` clues from each puzzle. It starts with a puzzle when PARALLEL->random
 * receives the puzzle's first random number. With `again`, it first restores all clues of the solution. */
static void prepare_removal(uint32_t spare, uint32_t again)
{
    PARALLEL->remove = (spare < SIZE * SIZE ? spare : SIZE * SIZE) << PARALLEL_REMOVE_SPARE_SHIFT | again;
}

/* Start a task; return false if the host no longer wants the result. */
SELDOM bool begin(struct result *result)
{
    for (uint32_t i = 0; i < OWN_COUNTERS; i++)
        counted[i] = counter(i);
    result->counters = PARALLEL_COUNTERS;
    return search_serve_and_begin();
}

/* Load the clues of a solution. Return true if the engine now removes clues. Otherwise, remove clues here if that is
 * possible, complete the result, and return false. */
SELDOM bool thin_first(const struct puzzle *puzzle, const struct thinning *how, struct result *result)
{
    struct full_puzzle full;
    if (!read_full_puzzle(puzzle, how, result, &full) || !(how->known || read_solution(full.solution))) {
        result->end = NULL;
        return false;
    }
    ease = how->ease;
    clues_there = full.there;
    empty_grid();
    for (uint32_t number = 0; number < SIZE * SIZE; number++)
        if (has_bit(full.there, number))
            PARALLEL->given = givens[number]
                | (full.fixed != NULL && has_bit(full.fixed, number) ? PARALLEL_GIVEN_FIXED : 0);
    struct drawing drawing;
    const uint32_t spare = begin_turns(puzzle, how, &full, &drawing);
    if (!begin(result))
        return false;
    uint32_t state = engine_solve(2).state;
    if (state & PARALLEL_STATE_BUSY)
        state = await(result);
    bool enough = solutions_in(state) == 1 && (ease == 0 || guesses() == 0) && !ended(result);
    if (enough && is_plain(how)) {
        prepare_removal(spare, 0);
        PARALLEL->random = random_begin(full.seed);
        return true;
    }
    static const struct clue_set clues = {start_test, finish_test, restore_clue};
    thinned(puzzle, &full, enough, enough && remove_orbits(spare, drawing, &clues, result), result);
    count(result);
    return false;
}

/* Load a solution with all its clues. Return false if it is invalid, or if the engine cannot do the task without the
 * CPU, because of masks, a symmetry or an ease. */
SELDOM bool load_grid(const struct thinning *how)
{
    if (how->masks != 0 || !is_plain(how) || !read_solution(how->full))
        return false;
    empty_grid();
    for (uint32_t number = 0; number < SIZE * SIZE; number++)
        PARALLEL->given = givens[number];
    uint32_t state = engine_solve(1).state;
    return solutions_in(state) == 1 && !(state & PARALLEL_STATE_BUSY);
}

/* The number of puzzles that may wait in the engine. */
enum { MOST_AHEAD = 16 };

/* Remove clues. If the next puzzles also begin with all clues of the same solution, already pass them to the engine. It
 * works on them while the CPU sends results and receives requests. */
OFTEN static const uint8_t *thin_puzzle(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    const struct thinning *how = &terms->thinning;
    const uint32_t left = (uint32_t)(puzzle->end - puzzle->bytes);
    if (left == 0)
        return NULL;
    const bool from_grid = how->known ? ahead > 0 : !result->counts && load_grid(how);
    if (UNLIKELY(!from_grid)) {
        if (!thin_first(puzzle, how, result))
            return result->end == NULL ? NULL : puzzle->bytes + SEED_BYTES;
    } else {
        if (UNLIKELY(ahead == 0))
            prepare_removal(how->least < SIZE * SIZE ? SIZE * SIZE - how->least : 0, PARALLEL_REMOVE_AGAIN);
        for (; ahead < MOST_AHEAD && ahead < left; ahead++)
            PARALLEL->random = random_begin(how->seed | puzzle->bytes[ahead]);
    }
    if (UNLIKELY(PARALLEL->state & PARALLEL_STATE_BUSY)) {
        if (from_grid)
            search_begins();
        await(result);
    }
    for (uint32_t first = 0; first < SIZE * SIZE; first += 32)
        put32(result->end + first / 8, PARALLEL->left);
    const uint32_t clocks = PARALLEL->left;
    if (from_grid) {
        result->cycles = clocks;
        /* If the search was stopped, the result of the next puzzle may already wait. */
        if (UNLIKELY(ended(result)))
            stop_ahead();
        else
            ahead--;
    } else {
        search_ended_with_engine(result);
    }
    result->end += (SIZE * SIZE + 7) / 8;
    result->complete = !ended(result);
    result->solutions = 1;
    if (UNLIKELY(result->counts))
        count(result);
    return puzzle->bytes + SEED_BYTES;
}

SELDOM const uint8_t *count_puzzle(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    const uint64_t most = terms->most;
    const uint8_t *end = load(puzzle);
    if (end == NULL)
        return NULL;
    if (!begin(result))
        return end;
    PARALLEL->control = search_for(ALL);
    uint64_t found = 0;
    uint32_t state;
    do {
        state = PARALLEL->state;
        found += PARALLEL->found - (uint32_t)found;
        if (state & PARALLEL_STATE_BUSY && ((most != 0 && found >= most) || !search_may_continue(result)))
            engine_stop();
    } while (state & PARALLEL_STATE_BUSY);
    search_ends(result);
    count(result);
    result->complete = !ended(result) || (most != 0 && found >= most);
    put_count(result, found, most);
    return end;
}

/* Set the bits of the cells in which all solutions agree, and count the searches. Return false if a search must end. */
SELDOM bool find_differences(const uint8_t *given, uint8_t *certain, uint32_t *searches, struct result *result)
{
    for (uint32_t number = 0; number < SIZE * SIZE; number++) {
        if (has_bit(given, number)) {
            set_bit(certain, number);
            continue;
        }
        search_another(givens[number]);
        ++*searches;
        uint32_t state = wait_for(result);
        if (state & ENDED)
            return false;
        if (solutions_in(state) == 0) {
            set_bit(certain, number);
            PARALLEL->given = givens[number];
        }
    }
    return true;
}

SELDOM const uint8_t *certain_puzzle(const struct puzzle *puzzle, const struct terms *terms, struct result *result)
{
    (void)terms;
    const uint8_t *end = load(puzzle);
    if (end == NULL)
        return NULL;
    uint32_t bytes = bits_bytes(puzzle->cells);
    uint8_t *certain = result->end, *const solution = certain + bytes;
    memset(certain, 0, bytes);
    if (!begin(result))
        return end;
    uint32_t state = engine_solve(1).state;
    if (state & PARALLEL_STATE_BUSY)
        state = await(result);
    if (solutions_in(state) == 1) {
        result->end = solution;
        keep_solution(result);
        read_solution(solution);
        uint32_t searches = 1;
        result->complete = find_differences(puzzle->bytes, certain, &searches, result);
        result->end = put16(solution + sudoku_solution_bytes(SIZE, SIZE), (uint16_t)searches);
        result->solutions = 1;
    } else if (!ended(result)) {
        result->complete = true;
        result->status = STATUS_NO_SOLUTION;
    }
    search_ends(result);
    count(result);
    return end;
}

const struct engine parallel_engine = {
    .check = check, .solution_bytes = sudoku_solution_bytes,
    .run = {[TASK_SEARCH] = solve, [TASK_THIN] = thin_puzzle, [TASK_COUNT] = count_puzzle, [TASK_CERTAIN] = certain_puzzle},
};
