#include "sudoku_solver.h"

#include "sudoku_engine.h"

namespace {

// Clocks of the CPU: a command, the digits of a row; and to fetch the code for the first command, or for waiting on, which the
// instruction cache does not have. So long the bus waits for the engine.
enum : uint64_t { COMMAND = 21, ROW = 165, FIRST_COMMAND = 576, FIRST_WAIT = 503, PATIENCE = 4095 };

} // namespace

void SudokuSolver::command(uint32_t control)
{
    if (control & SUDOKU_CONTROL_BEGIN) {
        candidates.fill(grid.all);
        open = grid.all;
        guesses.clear();
        counters[SUDOKU_GUESSES] = counters[SUDOKU_ROUNDS] = 0;
        counters[SUDOKU_CLOCKS] = 1;
        fetched = false;
    } else if (control & SUDOKU_CONTROL_STOP) {
        phase = IDLE;
    } else {
        if (!(control & SUDOKU_CONTROL_SOLVE)) {
            clocks += COMMAND;
            fetch_code(FIRST_COMMAND);
        }
        solved = contradiction = false;
        stepwise = control & SUDOKU_CONTROL_STEPWISE;
        const Found found = observe();
        phase = control & SUDOKU_CONTROL_SOLVE ? DEDUCE : TRY;
        if (control & SUDOKU_CONTROL_BACK) {
            take(found);
            retract();
        }
    }
}

void SudokuSolver::give(uint32_t given)
{
    const auto field = [&](uint32_t mask, int shift) { return int((given & mask) >> shift); };
    const int place = grid.cell(
        field(SUDOKU_GIVEN_BAND, SUDOKU_GIVEN_BAND_SHIFT), field(SUDOKU_GIVEN_Y, SUDOKU_GIVEN_Y_SHIFT),
        field(SUDOKU_GIVEN_STACK, SUDOKU_GIVEN_STACK_SHIFT), field(SUDOKU_GIVEN_X, SUDOKU_GIVEN_X_SHIFT));
    take(deduce(grid, candidates, open, ~only(place)));
    settle(place, field(SUDOKU_GIVEN_DIGIT, SUDOKU_GIVEN_DIGIT_SHIFT));
    counters[SUDOKU_CLOCKS]++;
}

uint32_t SudokuSolver::state()
{
    for (uint64_t waited = 0; phase != IDLE && waited < PATIENCE; waited++) {
        clock();
        clocks++;
    }
    if (phase != IDLE || contradiction)
        fetch_code(FIRST_WAIT);
    return (phase != IDLE ? SUDOKU_STATE_BUSY : 0) | (solved ? SUDOKU_STATE_SOLVED : 0)
        | (contradiction ? SUDOKU_STATE_CONTRADICTION : 0) | uint32_t(guesses.size()) << SUDOKU_STATE_DEPTH_SHIFT;
}

void SudokuSolver::choose_row(uint32_t row)
{
    const int y = int(row & SUDOKU_ROW_Y), band = int((row & SUDOKU_ROW_BAND) >> SUDOKU_ROW_BAND_SHIFT);
    row_digits[0] = row_digits[1] = 0;
    for (int digit = 0; digit < grid.digits; digit++)
        for (int col = 0; col < grid.digits; col++)
            if (candidates[digit] & only(grid.cell(band, y, col / grid.order, col % grid.order)))
                row_digits[col / 8] |= uint32_t(digit + 1) << 4 * (col % 8);
    clocks += ROW;
}

void SudokuSolver::fetch_code(uint64_t takes)
{
    clocks += fetched ? 0 : takes;
    fetched = true;
}

void SudokuSolver::clock()
{
    const Seen before = seen;
    const Found found = observe();
    counters[SUDOKU_CLOCKS]++;
    if (phase == TRY) {
        try_next_digit(found);
    } else if (phase == CHOOSE) {
        choose(peer_branching(found.pairs));
    } else {
        counters[SUDOKU_ROUNDS]++;
        take(found);
        if (before.round)
            judge(before);
    }
}

Found SudokuSolver::observe()
{
    const Found found = deduce(grid, candidates, open, 0);
    const Cells fewest = found.pairs ? found.pairs : found.triples ? found.triples : open;
    seen = {phase == DEDUCE, found.bad, found.fresh, open == 0, open, fewest, seen.fewest};
    return found;
}

void SudokuSolver::take(const Found &found)
{
    candidates = found.left;
    open = found.left_open;
}

void SudokuSolver::settle(int place, int its_digit)
{
    open &= ~only(place);
    for (int digit = 0; digit < grid.digits; digit++)
        if (digit != its_digit)
            candidates[digit] &= ~only(place);
}

void SudokuSolver::judge(const Seen &before)
{
    if (before.bad && !stepwise && !guesses.empty()) {
        retract();
    } else if (before.bad || before.full) {
        (before.bad ? contradiction : solved) = true;
        phase = IDLE;
    } else if (!before.fresh) {
        if (peers)
            phase = CHOOSE;
        else
            choose(box_branching(before));
    }
}

void SudokuSolver::choose(int its_cell)
{
    cell = its_cell;
    again = false;
    phase = stepwise ? IDLE : TRY;
}

// All cells that were open before the last guess get all candidates back.
void SudokuSolver::retract()
{
    const Guess &last = guesses.back();
    for (int digit = 0; digit < grid.digits; digit++)
        candidates[digit] |= grid.all & ~last.before;
    open |= grid.all & ~last.before;
    cell = last.cell;
    again = true;
    phase = TRY;
}

// The other cells have their round meanwhile. The last digit of a cell is no guess any more.
void SudokuSolver::try_next_digit(const Found &found)
{
    if (!again) {
        Guess guess{~open, cell, 0};
        for (int digit = 0; digit < grid.digits; digit++)
            if (candidates[digit] & only(cell))
                guess.others |= 1u << digit;
        guesses.push_back(guess);
        counters[SUDOKU_GUESSES]++;
    }
    unsigned &others = guesses.back().others;
    const int tried = __builtin_ctz(others);
    others &= others - 1;
    if (others == 0)
        guesses.pop_back();
    take(found);
    settle(cell, tried);
    phase = DEDUCE;
}

// In the box with the most around (hw/sudoku/box_branching.py).
int SudokuSolver::box_branching(const Seen &before) const
{
    Cells choice = 0;
    int most = -1;
    for (int box = 0; box < grid.digits; box++) {
        const Cells here = before.fewest & grid.boxes[box];
        int around = 0;
        for (Cells side : {grid.bands[box / grid.order], grid.stacks[box % grid.order]})
            around += count(before.open & side) + count(before.fewest_before & side);
        if (here && around > most) {
            choice = here;
            most = around;
        }
    }
    return lowest(choice);
}

// Of those with the fewest candidates, the one that shares most with its peers (hw/sudoku/peer_branching.py).
int SudokuSolver::peer_branching(Cells pairs) const
{
    int chosen = 0, fewest = grid.digits + 1, most = 0;
    for (Cells box : grid.boxes)
        for (Cells left = open & box; left; left &= left - 1) {
            const int candidate = lowest(left);
            int digits = 0, shared = 0;
            for (Cells plane : candidates)
                digits += bool(plane & only(candidate));
            for (Cells unit : grid.units)
                if (unit & only(candidate))
                    for (Cells plane : candidates)
                        if (plane & only(candidate))
                            shared += count(plane & unit) + 3 * count(plane & unit & pairs);
            if (digits < fewest || (digits == fewest && shared > most)) {
                chosen = candidate;
                fewest = digits;
                most = shared;
            }
        }
    return chosen;
}
