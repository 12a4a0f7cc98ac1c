#include "scan_unit.h"

#include <algorithm>

#include "scan.h"

namespace {

// Clocks. Those of a command and of a read are the CPU's; to clear is what a unit for order 11 or more takes.
enum : uint64_t {
    COMMAND = 60, READ = 12,
    CLEAR = 4096, LOAD_OPEN = 4, LOAD_GIVEN = 18,
    VISIT = 7, NO_CELLS = 4, CELLS = 9, FIRST_CELL = 6, HIDDEN = 5,
    PLACE = 5, UNDO = 19, ASSUME = 11, AT_REST = 1,
    PICK_NO_CELLS = 6, PICK_CELLS = 11,
    PART_NO_CELLS = 10, PART_CELLS = 16, STRIKE_OUT = 14, HIT = 14,
};

} // namespace

void ScanUnit::command(uint32_t control)
{
    const int value = control & SCAN_CONTROL_VALUE;
    const Cell cell{int((control & SCAN_CONTROL_ROW) >> SCAN_CONTROL_ROW_SHIFT),
                    int((control & SCAN_CONTROL_COL) >> SCAN_CONTROL_COL_SHIFT)};
    clocks += COMMAND;
    switch ((enum scan_command)((control & SCAN_CONTROL_COMMAND) >> SCAN_CONTROL_COMMAND_SHIFT)) {
    case SCAN_CLEAR: return clear();
    case SCAN_LOAD: return load();
    case SCAN_PROPAGATE: return propagate();
    case SCAN_ASSUME: return assume(cell, value, control & SCAN_CONTROL_CHOICE);
    case SCAN_UNDO: return undo();
    case SCAN_PICK: return pick(cell, value);
    case SCAN_EXCLUDE: return exclude(Lock(value), cell.row);
    default: return; // subsets: as where there is no memory for them
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

int ScanUnit::unit_of(Kind kind, Cell cell) const
{
    return kind == ROW ? cell.row : kind == COL ? cell.col : quotient[cell.row] * order + quotient[cell.col];
}

int ScanUnit::position_in(Kind kind, Cell cell) const
{
    return kind == ROW ? cell.col : kind == COL ? cell.row : remainder[cell.row] * order + remainder[cell.col];
}

ScanUnit::Cell ScanUnit::cell_of(Kind kind, int unit, int position) const
{
    if (kind == ROW)
        return {unit, position};
    if (kind == COL)
        return {position, unit};
    return {quotient[unit] * order + quotient[position], remainder[unit] * order + remainder[position]};
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
        used_by_any |= used[kind][unit_of(kind, cell)];
    return all - used_by_any;
}

void ScanUnit::make_dirty(Cell cell)
{
    for (Kind kind : {ROW, COL, BOX})
        dirty[kind].add(unit_of(kind, cell));
}

// As what was found.
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
        for (int unit = 0; unit < most_side; unit++)
            used[kind][unit] = filled[kind][unit] = Bits();
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
    for (Bits &units : dirty)
        units = all;
}

void ScanUnit::place(Cell cell, int digit, bool choice)
{
    for (Kind kind : {ROW, COL, BOX}) {
        const int unit = unit_of(kind, cell);
        if (!changed[kind].has(unit)) {
            seen[kind][unit] = used[kind][unit];
            changed[kind].add(unit);
        }
        used[kind][unit].add(digit);
        filled[kind][unit].add(position_in(kind, cell));
    }
    make_dirty(cell);
    value_of(cell) = uint8_t(digit + 1);
    trail.push_back({cell, choice});
    level += choice;
    open--;
    counters[SCAN_PLACED]++;
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
        counters[SCAN_VISITS]++;
        visit(kind, dirty[kind].take());
        if (contradiction)
            return;
    }
}

// The open cells one after the other, until one has no candidate or one only; then for the only places of digits.
void ScanUnit::visit(Kind kind, int unit)
{
    const Bits open_cells = all - filled[kind][unit];
    const Bits fresh = changed[kind].has(unit) ? used[kind][unit] - seen[kind][unit] : Bits();
    const bool any_fresh = fresh.any();
    Bits once, twice;
    uint64_t cells = 0;
    clocks += VISIT;
    for (Bits left = open_cells; left.any(); cells++) {
        const Cell cell = cell_of(kind, unit, left.take());
        const Bits here = excluded(cell);
        Bits others = here;
        for (Kind other : {ROW, COL, BOX})
            if (other != kind)
                others |= used[other][unit_of(other, cell)];
        if (any_fresh && (fresh - others).any())
            for (Kind other : {ROW, COL, BOX})
                if (other != kind)
                    dirty[other].add(unit_of(other, cell));
        const Bits digits = all - others - used[kind][unit];
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
    changed[kind].remove(unit);

    if ((all - used[kind][unit] - once).any()) {
        contradiction = true;
        return;
    }
    const Bits single = once - twice;
    if (!single.any())
        return;
    clocks += HIDDEN;
    cells = 0;
    for (Bits left = open_cells; left.any(); cells++) {
        const Cell cell = cell_of(kind, unit, left.take());
        const Bits digits = candidates(cell) & single;
        const int count = digits.count();
        if (count == 0)
            continue;
        clocks += FIRST_CELL + cells;
        if (count > 1) {
            contradiction = true;
        } else {
            counters[SCAN_HIDDEN]++;
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
            used[kind][unit_of(kind, cell)].remove(digit);
            filled[kind][unit_of(kind, cell)].remove(position_in(kind, cell));
        }
        open++;
        clocks += UNDO;
        tell(cell, digit + 1);
    } while (!last.choice);
    level--;
    contradiction = solved = false;
    forget();
}

void ScanUnit::pick(Cell from, int enough)
{
    int best = SCAN_STATE_VALUE;
    found |= SCAN_STATE_VALUE;
    for (Cell cell = from; cell.row < side; cell = {cell.row + 1, 0}) {
        Bits left = all - filled[ROW][cell.row] - Bits::below(cell.col);
        clocks += left.any() ? PICK_CELLS : PICK_NO_CELLS;
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

void ScanUnit::exclude(Lock lock, int unit)
{
    if (order > SCAN_MOST_EXCLUDED)
        return;
    const Kind kind = lock == BY_ROW ? ROW : lock == BY_COL ? COL : BOX;
    const Kind line = lock == BY_ROW || lock == BY_BOX_ROWS ? ROW : COL;
    std::vector<Cell> parts[largest];
    Bits digits[largest];
    for (Bits left = all - filled[kind][unit]; left.any();) {
        const Cell cell = cell_of(kind, unit, left.take());
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
        // Since the parts were looked at, what was found in one of them may have gone.
        for (const Cell &cell : parts[part])
            still |= candidates(cell);
        const Bits only_here = (digits[part] - elsewhere) & still;
        const Kind crossing = kind == BOX ? line : BOX;
        if (only_here.any())
            strike_out(crossing, unit_of(crossing, parts[part].front()), line, kind, unit, only_here);
    }
}

// From the cells of a unit, but not from those that it shares with another one.
void ScanUnit::strike_out(Kind kind, int unit, Kind line, Kind but_kind, int but_unit, const Bits &digits)
{
    std::vector<Bits *> hits;
    for (Bits left = all - filled[kind][unit]; left.any(); clocks++) {
        const Cell cell = cell_of(kind, unit, left.take());
        if (unit_of(but_kind, cell) == but_unit || !(candidates(cell) & digits).any())
            continue;
        Bits *hit = &locked_of(line, cell);
        if (std::find(hits.begin(), hits.end(), hit) == hits.end())
            hits.push_back(hit);
        make_dirty(cell);
    }
    clocks += STRIKE_OUT + HIT * hits.size();
    for (Bits *hit : hits)
        *hit |= digits;
    counters[SCAN_EXCLUDED] += uint32_t(hits.size());
}
