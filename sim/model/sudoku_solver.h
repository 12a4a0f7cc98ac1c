// The parallel Sudoku engine behind its registers (hw/sudoku/solver.py), clock by clock.
#pragma once

#include <cstdint>
#include <vector>

#include "sudoku_round.h"

class SudokuSolver {
public:
    uint32_t counters[3]{};
    // Of the row that was chosen.
    uint32_t row_digits[2]{};

    // It guesses by peers or by boxes; the clocks are the board's.
    SudokuSolver(int order, bool peers, uint64_t &clocks) : grid(order), peers(peers), clocks(clocks) {}

    void command(uint32_t control);
    void give(uint32_t given);
    uint32_t state();
    void choose_row(uint32_t row);

private:
    enum Phase { IDLE, DEDUCE, CHOOSE, TRY };

    struct Guess {
        Cells before;
        int cell;
        unsigned others;
    };
    // What is known of a clock in the next one: whether there was a round, and how it went; what was open, and which cells
    // had the fewest candidates then and a clock before.
    struct Seen {
        bool round, bad, fresh, full;
        Cells open, fewest, fewest_before;
    };

    const SudokuGrid grid;
    const bool peers;
    uint64_t &clocks;

    Phase phase = IDLE;
    bool stepwise = false, solved = false, contradiction = false;
    Planes candidates{};
    Cells open = 0;
    std::vector<Guess> guesses;
    int cell = 0;
    bool again = false;
    Seen seen{};
    // Whether the CPU has its code for a search that is not over at once, since the grid was empty.
    bool fetched = false;

    void fetch_code(uint64_t takes);
    void clock();
    Found observe();
    void take(const Found &found);
    void settle(int place, int digit);
    void judge(const Seen &before);
    void try_next_digit(const Found &found);
    void retract();
    void choose(int its_cell);
    int box_branching(const Seen &before) const;
    int peer_branching(Cells pairs) const;
};
