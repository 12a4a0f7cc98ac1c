#include "slitherlink_fast.h"

#ifdef DEDUCER

#include "deducer.h"
#include "identity.h"
#include "slitherlink.h"

/* The first counter is the nodes of the search; the deducer keeps the others. */
enum { NODES, OWN_COUNTERS };

/* The choices on the way from the puzzle to the state at hand: cells, with their colours. Inside is tried first, and
 * DEDUCER_OUTSIDE says that it was in vain. */
static uint16_t choices[BUILD_DEDUCER_ROWS * BUILD_DEDUCER_COLS];
static uint32_t depth;

/* An inside choice begins a page as a copy of the page before, which so remains; an outside choice goes on in the page of
 * the state in which its cell was chosen. When there are no more pages, the last one serves for all that follows, and
 * what was overwritten is made again from the choices behind the one that began it. */
static uint32_t level, last_level; /* inside choices among them; and the one with the last page */
static uint32_t last_page_choice;

static uint32_t counted[DEDUCER_COUNTERS];
static bool any_solution;

static enum refusal check(const uint8_t *puzzle, size_t length)
{
    return puzzle_check(puzzle, length, identity_deducer_rows(), identity_deducer_cols());
}

static void load(const uint8_t *puzzle)
{
    uint32_t rows = puzzle[0], cols = puzzle[1], index = 0;
    deducer_begin(rows, cols);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t col = 0; col < cols; col++, index++) {
            uint32_t clue = puzzle_clue(puzzle, index);
            if (clue != NO_CLUE)
                deducer_clue(row, col, clue);
        }
}

static void count(struct result *result)
{
    add_counts(result, OWN_COUNTERS, DEDUCER_COUNTERS, deducer_counter, counted);
}

/* Looks after the host. False when the search was told to end; then the deducer has ended, too. */
SELDOM bool may_go_on(struct result *result)
{
    count(result);
    if (search_may_go_on(result))
        return true;
    deducer_stop();
    while (deducer_state() & DEDUCER_STATE_BUSY)
        ;
    return false;
}

/* What stands for the state when there is no other any more, and when the search was told to end. */
enum { EXHAUSTED = DEDUCER_STATE_BUSY | DEDUCER_STATE_CONTRADICTION, ENDED = DEDUCER_STATE_BUSY };

/* The state in which the deducer's work ends. Looks after the host meanwhile. */
SELDOM uint32_t await(struct result *result)
{
    uint32_t state;
    do {
        if (!may_go_on(result))
            return ENDED;
        state = deducer_state();
    } while (state & DEDUCER_STATE_BUSY);
    return state;
}

static void assume(const struct result *result, uint32_t page, uint32_t parent, uint32_t choice)
{
    deducer_choose_page(result->rows, page, parent);
    deducer_assume(choice, any_solution);
}

/* Goes on in a page that remains as it was. */
static void choose_inside(const struct result *result, uint32_t cell)
{
    choices[depth] = (uint16_t)cell;
    level++;
    if (level > last_level) {
        depth++;
        assume(result, last_level, last_level, cell);
    } else {
        last_page_choice = depth++;
        assume(result, level, level - 1, cell);
    }
}

/* Goes back to the last inside choice, and makes it an outside one. There must be one. False when the search was told to
 * end. */
static bool choose_outside(struct result *result)
{
    while (choices[--depth] & DEDUCER_OUTSIDE)
        ;
    level--;
    if (level >= last_level)
        for (uint32_t i = last_page_choice; i < depth; i++) {
            assume(result, last_level, i == last_page_choice ? last_level - 1 : last_level, choices[i]);
            if (await(result) & DEDUCER_STATE_BUSY)
                return false;
        }
    choices[depth] |= DEDUCER_OUTSIDE;
    uint32_t page = level < last_level ? level : last_level;
    assume(result, page, page, choices[depth++]);
    return true;
}

static void keep_solution(struct result *result)
{
    for (uint32_t row = 0; row < result->rows; row++) {
        uint32_t words[DEDUCER_ROW_WORDS];
        deducer_inside(row, words);
        solution_add_row(result, words);
    }
    result->solutions++;
}

/* The state after this one, depth first. */
static uint32_t next_state(struct result *result, uint32_t state)
{
    if (state & DEDUCER_STATE_DECIDED)
        keep_solution(result);
    if (!(state & (DEDUCER_STATE_DECIDED | DEDUCER_STATE_CONTRADICTION)))
        choose_inside(result, deducer_cell(state));
    else if (level == 0)
        return EXHAUSTED;
    else if (!choose_outside(result))
        return ENDED;
    result->counter[NODES]++;
    return await(result);
}

/* From a state on to the last solution wanted. */
SELDOM uint32_t branch(uint8_t solutions, struct result *result, uint32_t state)
{
    while (!(state & DEDUCER_STATE_BUSY) && !(state & DEDUCER_STATE_DECIDED && --solutions == 0))
        state = next_state(result, state);
    return state;
}

/* The state that is the last solution wanted, or what stands for it. Most puzzles need no choice and little time, so what
 * comes between the two readings of the clock is short then, and lies in a row. */
static inline uint32_t search(uint8_t solutions, struct result *result)
{
    deducer_solve(any_solution);
    result->counter[NODES]++;
    uint32_t state = deducer_state();
    if (state & DEDUCER_STATE_BUSY)
        state = await(result);
    return any_solution && state & DEDUCER_STATE_DECIDED ? state : branch(solutions, result, state);
}

static void solve(const uint8_t *puzzle, uint8_t solutions, struct result *result)
{
    load(puzzle);
    depth = level = 0;
    last_level = deducer_pages(result->rows) - 1;
    any_solution = solutions == 1;
    for (uint32_t i = 0; i < DEDUCER_COUNTERS; i++)
        counted[i] = 0;
    result->counters = OWN_COUNTERS + DEDUCER_COUNTERS;
    deducer_choose_page(result->rows, 0, 0);
    search_begins();
    uint32_t state = search(solutions, result);
    search_ends(result);
    count(result);
    if (!(state & DEDUCER_STATE_BUSY))
        keep_solution(result);
    result->complete = state != ENDED;
    if (state == EXHAUSTED && result->solutions == 0)
        result->status = NO_SOLUTION;
}

const struct genre slitherlink_fast = {
    .genre = GENRE_SLITHERLINK, .engine = ENGINE_FAST,
    .rows = identity_deducer_rows, .cols = identity_deducer_cols,
    .check = check, .solve = solve,
};

#endif
