#include "sudoku_round.h"

namespace {

// Which cells are in at least 1, 2, ... `most` of some sets.
template <int most> class AtLeast {
public:
    void count(Cells cells)
    {
        for (int level = most - 1; level > 0; level--)
            levels[level] |= levels[level - 1] & cells;
        levels[0] |= cells;
    }
    Cells operator[](int level) const { return levels[level - 1]; }

private:
    std::array<Cells, most> levels{};
};

} // namespace

SudokuGrid::SudokuGrid(int order) : order(order), digits(order * order), boxes(digits), bands(order), stacks(order)
{
    std::vector<Cells> rows(digits), cols(digits);
    for (int row = 0; row < digits; row++)
        for (int col = 0; col < digits; col++) {
            const int band = row / order, stack = col / order;
            const Cells here = only(cell(band, row % order, stack, col % order));
            all |= here;
            for (Cells *unit : {&rows[row], &cols[col], &boxes[band * order + stack], &bands[band], &stacks[stack]})
                *unit |= here;
        }
    for (const auto *lines : {&rows, &cols})
        for (Cells line : *lines)
            for (Cells box : boxes)
                if (line & box)
                    crossings.push_back({line, box});
    for (const auto *kind : {&rows, &cols, &boxes})
        units.insert(units.end(), kind->begin(), kind->end());
}

// All rules look at the candidates as they are.
Found deduce(const SudokuGrid &grid, const Planes &candidates, Cells open, Cells frozen)
{
    AtLeast<4> had;
    AtLeast<2> only_places;
    Planes gone{}, hidden{};
    bool homeless = false;
    for (int digit = 0; digit < grid.digits; digit++) {
        const Cells can = candidates[digit];
        Cells only_place = 0;
        for (Cells unit : grid.units) {
            const Cells here = can & unit;
            homeless |= !here;
            if (here && !(here & (here - 1)))
                only_place |= here;
            if (here & ~open)
                gone[digit] |= unit;
        }
        for (auto [line, box] : grid.crossings) {
            if (!(can & line & box))
                continue;
            if (!(can & box & ~line))
                gone[digit] |= line & ~box;
            if (!(can & line & ~box))
                gone[digit] |= box & ~line;
        }
        hidden[digit] = only_place;
        had.count(can);
        only_places.count(only_place);
    }

    Found found;
    const Cells with_hidden = only_places[1], several = had[2];
    Cells removed = 0;
    for (int digit = 0; digit < grid.digits; digit++) {
        const Cells can = candidates[digit];
        const Cells can_stay = ~gone[digit] & (hidden[digit] | ~with_hidden);
        found.left[digit] = can & (can_stay | ~open | frozen);
        removed |= can & gone[digit];
    }
    found.left_open = open & several & ~(with_hidden & ~frozen);
    found.pairs = had[2] & ~had[3];
    found.triples = had[3] & ~had[4];
    found.bad = homeless || had[1] != grid.all || only_places[2];
    found.fresh = (open & (removed | ~(several & ~with_hidden))) != 0;
    return found;
}
