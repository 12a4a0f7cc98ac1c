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

/* The deducer's counters wrap around. */
static void count(struct result *result)
{
    for (uint32_t i = 0; i < DEDUCER_COUNTERS; i++) {
        uint32_t now = deducer_counter(i);
        result->counter[OWN_COUNTERS + i] += now - counted[i];
        counted[i] = now;
    }
}

static bool may_go_on(struct result *result)
{
    count(result);
    return search_may_go_on(result);
}

/* Waits until the deducer has done its work. False when the search was told to end. */
static bool await(struct result *result, uint32_t *state)
{
    while ((*state = deducer_state()) & DEDUCER_STATE_BUSY)
        if (!may_go_on(result)) {
            deducer_stop();
            while (deducer_state() & DEDUCER_STATE_BUSY)
                ;
            return false;
        }
    return true;
}

static bool assume(struct result *result, uint32_t page, uint32_t parent, uint32_t choice, uint32_t *state)
{
    deducer_choose_page(result->rows, page, parent);
    deducer_assume(choice, any_solution);
    return await(result, state);
}

/* Goes on in a page that remains as it was. */
static bool choose_inside(struct result *result, uint32_t cell, uint32_t *state)
{
    choices[depth] = (uint16_t)cell;
    level++;
    if (level > last_level) {
        depth++;
        return assume(result, last_level, last_level, cell, state);
    }
    last_page_choice = depth++;
    return assume(result, level, level - 1, cell, state);
}

/* Goes back to the last inside choice, and makes it an outside one. There must be one. */
static bool choose_outside(struct result *result, uint32_t *state)
{
    while (choices[--depth] & DEDUCER_OUTSIDE)
        ;
    level--;
    if (level >= last_level)
        for (uint32_t i = last_page_choice; i < depth; i++)
            if (!assume(result, last_level, i == last_page_choice ? last_level - 1 : last_level, choices[i], state))
                return false;
    choices[depth] |= DEDUCER_OUTSIDE;
    uint32_t page = level < last_level ? level : last_level;
    return assume(result, page, page, choices[depth++], state);
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

enum outcome { SOLUTION, EXHAUSTED, ENDED };

/* Searches depth first, from a state on, for the next one that is a solution. ENDED: the search was told to end. */
static enum outcome next_solution(struct result *result, uint32_t *state)
{
    for (;;) {
        result->counter[NODES]++;
        if (*state & DEDUCER_STATE_DECIDED)
            return SOLUTION;
        bool goes_on;
        if (!(*state & DEDUCER_STATE_CONTRADICTION))
            goes_on = may_go_on(result) && choose_inside(result, deducer_cell(*state), state);
        else if (level > 0)
            goes_on = may_go_on(result) && choose_outside(result, state);
        else
            return EXHAUSTED;
        if (!goes_on)
            return ENDED;
    }
}

static enum outcome search(uint8_t solutions, struct result *result)
{
    uint32_t state;
    deducer_choose_page(result->rows, 0, 0);
    deducer_solve(any_solution);
    enum outcome outcome = await(result, &state) ? next_solution(result, &state) : ENDED;
    while (outcome == SOLUTION && result->solutions + 1 < solutions) {
        keep_solution(result);
        if (level == 0)
            return EXHAUSTED;
        outcome = choose_outside(result, &state) ? next_solution(result, &state) : ENDED;
    }
    return outcome;
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
    search_begins();
    enum outcome outcome = search(solutions, result);
    search_ends(result);
    count(result);
    if (outcome == SOLUTION)
        keep_solution(result);
    result->complete = outcome != ENDED;
    if (outcome == EXHAUSTED && result->solutions == 0)
        result->status = NO_SOLUTION;
}

const struct genre slitherlink_fast = {
    .genre = GENRE_SLITHERLINK, .engine = ENGINE_FAST,
    .rows = identity_deducer_rows, .cols = identity_deducer_cols,
    .check = check, .solve = solve,
};

#endif
