// A round of deduction on a whole Sudoku at once (hw/sudoku/round.py), and how the parallel engine numbers its cells.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

// A bit a cell: up to 81.
using Cells = unsigned __int128;

inline Cells only(int cell) { return Cells(1) << cell; }
inline int lowest(Cells cells)
{
    const uint64_t low = uint64_t(cells);
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(uint64_t(cells >> 64));
}
inline int count(Cells cells)
{
    return __builtin_popcountll(uint64_t(cells)) + __builtin_popcountll(uint64_t(cells >> 64));
}

// What lies where in a grid of that order: 2 or 3.
struct SudokuGrid {
    struct Crossing {
        Cells line, box;
    };

    explicit SudokuGrid(int order);

    int cell(int band, int y, int stack, int x) const { return ((x * order + y) * order + band) * order + stack; }

    const int order, digits;
    Cells all = 0;
    // Boxes by their band, then by their stack.
    std::vector<Cells> units, boxes, bands, stacks;
    // Of a line and a box.
    std::vector<Crossing> crossings;
};

// The cells that can have each digit.
using Planes = std::array<Cells, 9>;

struct Found {
    Planes left{};
    Cells left_open, pairs, triples;
    bool bad, fresh;
};

Found deduce(const SudokuGrid &grid, const Planes &candidates, Cells open, Cells frozen);
