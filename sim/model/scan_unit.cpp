#include "scan_unit.h"

#include <algorithm>

#include "models.h"
#include "scan.h"

namespace {

// Clocks. COMMAND and READ are the CPU's; CLEAR is that of a unit for order 11 or more.
enum : uint64_t {
    COMMAND = 60, READ = 12,
    CLEAR = 4096, LOAD_OPEN = 4, LOAD_GIVEN = 18,
    VISIT = 7, NO_CELLS = 4, CELLS = 9, FIRST_CELL = 6, HIDDEN = 5,
    PLACE = 5, UNDO = 19, ASSUME = 11, AT_REST = 1,
    BRANCH_NO_CELLS = 6, BRANCH_CELLS = 11,
    PART_NO_CELLS = 10, PART_CELLS = 16, STRIKE_OUT = 14, HIT = 14,
};

} // namespace

void ScanUnit::command(uint32_t control)
{
    const int value = control & SCAN_CONTROL_VALUE;
    const Cell cell{int((control & SCAN_CONTROL_ROW) >> SCAN_CONTROL_ROW_SHIFT),
                    int((control & SCAN_CONTROL_COL) >> SCAN_CONTROL_COL_SHIFT)};
    clocks += COMMAND;
    switch (control & SCAN_CONTROL_COMMAND) {
    case SCAN_CONTROL_COMMAND_CLEAR: return clear();
    case SCAN_CONTROL_COMMAND_LOAD: return load();
    case SCAN_CONTROL_COMMAND_PROPAGATE: return propagate();
    case SCAN_CONTROL_COMMAND_ASSUME: return assume(cell, value, control & SCAN_CONTROL_CHOICE);
    case SCAN_CONTROL_COMMAND_UNDO: return undo();
    case SCAN_CONTROL_COMMAND_BRANCH: return find_branch(cell, value);
    case SCAN_CONTROL_COMMAND_EXCLUDE: return exclude(Lock(value), cell.row);
    default: return; // SUBSETS does nothing without a memory
    }
}

uint32_t ScanUnit::state() const
{
    return found | (contradiction ? SCAN_STATE_CONTRADICTION : 0) | (solved ? SCAN_STATE_SOLVED : 0);
}

uint32_t ScanUnit::trail_lengths()
{
    clocks += READ;
    return uint32_t(trail.size()) << SCAN_TRAIL_DEPTH_SHIFT | uint32_t(level) << SCAN_TRAIL_LEVEL_SHIFT;
}

int ScanUnit::house_of(Kind kind, Cell cell) const
{
    return kind == ROW ? cell.row : kind == COL ? cell.col : quotient[cell.row] * order + quotient[cell.col];
}

int ScanUnit::position_in(Kind kind, Cell cell) const
{
    return kind == ROW ? cell.col : kind == COL ? cell.row : remainder[cell.row] * order + remainder[cell.col];
}

ScanUnit::Cell ScanUnit::cell_of(Kind kind, int house, int position) const
{
    if (kind == ROW)
        return {house, position};
    if (kind == COL)
        return {position, house};
    return {quotient[house] * order + quotient[position], remainder[house] * order + remainder[position]};
}

Bits &ScanUnit::locked_of(Kind line, Cell cell)
{
    return line == ROW ? locked[ROW][cell.row][quotient[cell.col]] : locked[COL][cell.col][quotient[cell.row]];
}

Bits ScanUnit::excluded(Cell cell)
{
    return order <= SCAN_MOST_EXCLUDED ? locked_of(ROW, cell) | locked_of(COL, cell) : Bits();
}

Bits ScanUnit::candidates(Cell cell)
{
    Bits used_by_any = excluded(cell);
    for (Kind kind : {ROW, COL, BOX})
        used_by_any |= used[kind][house_of(kind, cell)];
    return all - used_by_any;
}

void ScanUnit::make_dirty(Cell cell)
{
    for (Kind kind : {ROW, COL, BOX})
        dirty[kind].add(house_of(kind, cell));
}

// Report a cell and a value as found.
void ScanUnit::tell(Cell cell, int value)
{
    found = uint32_t(value) << SCAN_STATE_VALUE_SHIFT | uint32_t(cell.col) << SCAN_STATE_COL_SHIFT
        | uint32_t(cell.row) << SCAN_STATE_ROW_SHIFT;
}

void ScanUnit::forget()
{
    for (Kind kind : {ROW, COL, BOX})
        dirty[kind] = changed[kind] = Bits();
}

void ScanUnit::clear()
{
    forget();
    side = order * order;
    all = Bits::below(side);
    for (int number = 0; number < side; number++) {
        quotient[number] = number / order;
        remainder[number] = number % order;
    }
    for (Kind kind : {ROW, COL, BOX})
        for (int house = 0; house < most_side; house++)
            used[kind][house] = filled[kind][house] = Bits();
    for (auto &lines : locked)
        for (auto &parts : lines)
            for (Bits &part : parts)
                part = Bits();
    contradiction = solved = false;
    trail.clear();
    level = open = 0;
    std::fill(std::begin(counters), std::end(counters), 0);
    clocks += CLEAR;
}

void ScanUnit::load()
{
    for (int index = 0; index < side * side; index++) {
        const Cell cell{index / side, index % side};
        const int value = value_of(cell);
        clocks += value == 0 ? LOAD_OPEN : LOAD_GIVEN;
        if (value == 0) {
            open++;
        } else if (!candidates(cell).has(value - 1)) {
            contradiction = true;
            return;
        } else {
            open++;
            place(cell, value - 1, false);
        }
    }
    trail.clear();
    level = 0;
    for (Bits &houses : dirty)
        houses = all;
}

void ScanUnit::place(Cell cell, int digit, bool choice)
{
    for (Kind kind : {ROW, COL, BOX}) {
        const int house = house_of(kind, cell);
        if (!changed[kind].has(house)) {
            seen[kind][house] = used[kind][house];
            changed[kind].add(house);
        }
        used[kind][house].add(digit);
        filled[kind][house].add(position_in(kind, cell));
    }
    make_dirty(cell);
    value_of(cell) = uint8_t(digit + 1);
    trail.push_back({cell, choice});
    level += choice;
    open--;
    counters[SCAN_PLACED - SCAN_FIRST_COUNTER]++;
    clocks += PLACE;
}

void ScanUnit::propagate()
{
    for (;;) {
        const Kind kind = dirty[BOX].any() ? BOX : dirty[COL].any() ? COL : ROW;
        if (!dirty[kind].any()) {
            solved = open == 0;
            clocks += AT_REST;
            return;
        }
        counters[SCAN_VISITS - SCAN_FIRST_COUNTER]++;
        visit(kind, dirty[kind].take());
        if (contradiction)
            return;
    }
}

// Look at the open cells, until one has no candidate or only one; then place a digit that has only one place.
void ScanUnit::visit(Kind kind, int house)
{
    const Bits open_cells = all - filled[kind][house];
    const Bits fresh = changed[kind].has(house) ? used[kind][house] - seen[kind][house] : Bits();
    const bool any_fresh = fresh.any();
    Bits once, twice;
    uint64_t cells = 0;
    clocks += VISIT;
    for (Bits left = open_cells; left.any(); cells++) {
        const Cell cell = cell_of(kind, house, left.take());
        const Bits here = excluded(cell);
        Bits others = here;
        for (Kind other : {ROW, COL, BOX})
            if (other != kind)
                others |= used[other][house_of(other, cell)];
        if (any_fresh && (fresh - others).any())
            for (Kind other : {ROW, COL, BOX})
                if (other != kind)
                    dirty[other].add(house_of(other, cell));
        const Bits digits = all - others - used[kind][house];
        const int count = digits.count();
        if (count < 2) {
            clocks += FIRST_CELL + cells;
            if (count == 0)
                contradiction = true;
            else
                place(cell, digits.lowest(), false);
            return;
        }
        twice |= once & digits;
        once |= digits;
    }
    clocks += cells > 0 ? CELLS + cells : NO_CELLS;
    changed[kind].remove(house);

    if ((all - used[kind][house] - once).any()) {
        contradiction = true;
        return;
    }
    const Bits single = once - twice;
    if (!single.any())
        return;
    clocks += HIDDEN;
    cells = 0;
    for (Bits left = open_cells; left.any(); cells++) {
        const Cell cell = cell_of(kind, house, left.take());
        const Bits digits = candidates(cell) & single;
        const int count = digits.count();
        if (count == 0)
            continue;
        clocks += FIRST_CELL + cells;
        if (count > 1) {
            contradiction = true;
        } else {
            counters[SCAN_HIDDEN - SCAN_FIRST_COUNTER]++;
            place(cell, digits.lowest(), false);
        }
        return;
    }
}

void ScanUnit::assume(Cell cell, int least, bool choice)
{
    const Bits digits = candidates(cell) - Bits::below(least > 0 ? least - 1 : 0);
    clocks += ASSUME;
    if (!digits.any()) {
        contradiction = true;
        return;
    }
    place(cell, digits.lowest(), choice);
    propagate();
}

void ScanUnit::undo()
{
    Placement last;
    do {
        last = trail.back();
        trail.pop_back();
        const Cell cell = last.cell;
        const int digit = value_of(cell) - 1;
        value_of(cell) = 0;
        for (Kind kind : {ROW, COL, BOX}) {
            used[kind][house_of(kind, cell)].remove(digit);
            filled[kind][house_of(kind, cell)].remove(position_in(kind, cell));
        }
        open++;
        clocks += UNDO;
        tell(cell, digit + 1);
    } while (!last.choice);
    level--;
    contradiction = solved = false;
    forget();
}

void ScanUnit::find_branch(Cell from, int enough)
{
    int best = SCAN_STATE_VALUE;
    found |= SCAN_STATE_VALUE;
    for (Cell cell = from; cell.row < side; cell = {cell.row + 1, 0}) {
        Bits left = all - filled[ROW][cell.row] - Bits::below(cell.col);
        clocks += left.any() ? BRANCH_CELLS : BRANCH_NO_CELLS;
        while (left.any()) {
            cell.col = left.take();
            clocks++;
            const int count = candidates(cell).count();
            if (count < best) {
                best = count;
                tell(cell, count);
                if (count <= enough)
                    return;
            }
        }
    }
}

void ScanUnit::exclude(Lock lock, int house)
{
    if (order > SCAN_MOST_EXCLUDED)
        return;
    const Kind kind = lock == BY_ROW ? ROW : lock == BY_COL ? COL : BOX;
    const Kind line = lock == BY_ROW || lock == BY_BOX_ROWS ? ROW : COL;
    std::vector<Cell> parts[largest];
    Bits digits[largest];
    for (Bits left = all - filled[kind][house]; left.any();) {
        const Cell cell = cell_of(kind, house, left.take());
        const int part = kind == BOX ? remainder[line == ROW ? cell.row : cell.col]
                                     : quotient[kind == ROW ? cell.col : cell.row];
        parts[part].push_back(cell);
        digits[part] |= candidates(cell);
    }
    for (int part = 0; part < order; part++) {
        // Each part is read to learn which digits are in it only, and once more to find those.
        clocks += 2 * (parts[part].empty() ? PART_NO_CELLS : PART_CELLS + parts[part].size());
        Bits elsewhere, still;
        for (int other = 0; other < order; other++)
            if (other != part)
                elsewhere |= digits[other];
        // Some of these may have been excluded since the parts were read.
        for (const Cell &cell : parts[part])
            still |= candidates(cell);
        const Bits only_here = (digits[part] - elsewhere) & still;
        const Kind crossing = kind == BOX ? line : BOX;
        if (only_here.any())
            strike_out(crossing, house_of(crossing, parts[part].front()), line, kind, house, only_here);
    }
}

// Exclude digits from the cells of a house, but not from those that it shares with another one.
void ScanUnit::strike_out(Kind kind, int house, Kind line, Kind but_kind, int but_house, const Bits &digits)
{
    std::vector<Bits *> hits;
    for (Bits left = all - filled[kind][house]; left.any(); clocks++) {
        const Cell cell = cell_of(kind, house, left.take());
        if (house_of(but_kind, cell) == but_house || !(candidates(cell) & digits).any())
            continue;
        Bits *hit = &locked_of(line, cell);
        if (std::find(hits.begin(), hits.end(), hit) == hits.end())
            hits.push_back(hit);
        make_dirty(cell);
    }
    clocks += STRIKE_OUT + HIT * hits.size();
    for (Bits *hit : hits)
        *hit |= digits;
    counters[SCAN_EXCLUDED - SCAN_FIRST_COUNTER] += uint32_t(hits.size());
}

static ScanUnit unit;

uint32_t scan_read(const volatile Register *which)
{
    if (which == &SCAN->value)
        return unit.get();
    if (which == &SCAN->state)
        return unit.state();
    if (which == &SCAN->trail)
        return unit.trail_lengths();
    return unit.counters[which - SCAN->counters];
}

void scan_write(const volatile Register *which, uint32_t value)
{
    if (which == &SCAN->control)
        unit.command(value);
    else if (which == &SCAN->cell)
        unit.seek(value);
    else if (which == &SCAN->given)
        unit.put(value);
    else
        unit.set_order(value);
}
