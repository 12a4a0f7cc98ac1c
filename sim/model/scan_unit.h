// Model of the any-order Sudoku unit (hw/sudoku/scan/scan.py), command by command, without its memory for subsets.
//
// It reports what the gateware reports. The clocks that it adds are approximate, and include those of the CPU for a command
// or a read.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bits.h"

class ScanUnit {
public:
    uint32_t counters[5]{};

    void set_order(uint32_t new_order) { order = int(new_order); }
    void seek(uint32_t cell) { address = cell; }
    void put(uint32_t value) { values[address++] = uint8_t(value); }
    uint32_t get() { return values[address++]; }
    void command(uint32_t control);
    uint32_t state() const;
    uint32_t trail_lengths();

private:
    static constexpr int largest = 15, most_side = largest * largest;
    enum Kind { ROW, COL, BOX, KINDS };
    enum Lock { BY_ROW, BY_COL, BY_BOX_ROWS, BY_BOX_COLS };

    struct Cell {
        int row, col;
    };
    struct Placement {
        Cell cell;
        bool choice;
    };

    int order = 2, side = 4;
    Bits all;
    // A number divided by the order.
    std::array<int, most_side> quotient{}, remainder{};
    std::array<uint8_t, 2 * most_side * most_side> values{};
    uint32_t address = 0;

    // For each house: the digits used, the positions filled, the digits that were used when it was examined last. For the
    // part of each row, and of each column, in a box: the digits that are excluded for good.
    Bits used[KINDS][most_side], filled[KINDS][most_side], seen[KINDS][most_side], locked[2][most_side][largest];
    Bits dirty[KINDS], changed[KINDS];

    std::vector<Placement> trail;
    int level = 0, open = 0;
    bool contradiction = false, solved = false;
    uint32_t found = 0;

    void clear();
    void load();
    void propagate();
    void assume(Cell cell, int least, bool choice);
    void undo();
    void find_branch(Cell from, int enough);
    void exclude(Lock lock, int house);

    void visit(Kind kind, int house);
    void place(Cell cell, int digit, bool choice);
    void strike_out(Kind kind, int house, Kind line, Kind but_kind, int but_house, const Bits &digits);
    void forget();

    int house_of(Kind kind, Cell cell) const;
    int position_in(Kind kind, Cell cell) const;
    Cell cell_of(Kind kind, int house, int position) const;
    Bits &locked_of(Kind line, Cell cell);
    Bits excluded(Cell cell);
    Bits candidates(Cell cell);
    void make_dirty(Cell cell);
    void tell(Cell cell, int value);
    uint8_t &value_of(Cell cell) { return values[cell.row * side + cell.col]; }
};
