// The firmware's registers as objects that do what the gateware would. Its sources are compiled as C++ for that, and are
// otherwise as they are.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>

#include "build.h"
#include "scan_unit.h"
#include "sudoku_solver.h"

namespace model {

// What the timer counts: the units and the CPU add to it what they take.
inline uint64_t clocks = 0;

// What a register calls when it is read or written: a function, or a method of a unit.
template <auto load, auto &...unit> struct Read {
    operator uint32_t() const { return std::invoke(load, unit...); }
};
template <auto store, auto &...unit> struct Write {
    void operator=(uint32_t value) const { std::invoke(store, unit..., value); }
};

inline uint32_t clocks_low() { return uint32_t(clocks); }
inline uint32_t clocks_high() { return uint32_t(clocks >> 32); }

// The next byte from the host, or UART_RX_EMPTY; a byte for it (board.cpp).
uint32_t receive();
void send(uint32_t byte);

inline struct {
    Read<clocks_low> low;
    Read<clocks_high> high;
} timer;

inline struct {
    Read<receive> rx;
    Write<send> tx;
    uint32_t room = UART_ROOM_BYTES, divisor = BUILD_CLOCK_HZ / BUILD_BIT_RATE;
} uart;

inline const struct {
    uint32_t build_low = BUILD_HASH_LOW, build_high = BUILD_HASH_HIGH;
    uint32_t clock_hz = BUILD_CLOCK_HZ, bit_rate = BUILD_BIT_RATE;
    uint32_t checker = 0, deducer = 0;
    uint32_t sudoku = BUILD_SUDOKU_ORDER * BUILD_SUDOKU_ORDER * 0x0101u, scan = BUILD_SCAN_ORDER * BUILD_SCAN_ORDER * 0x0101u;
} identity;

inline struct {
    uint32_t lights;
} leds;

inline uint8_t image[BUILD_ROM_BYTES];

#ifdef SUDOKU
inline SudokuSolver sudoku_solver(BUILD_SUDOKU_ORDER, SUDOKU_PEERS, clocks);

inline struct {
    Write<&SudokuSolver::command, sudoku_solver> control;
    Write<&SudokuSolver::give, sudoku_solver> given;
    Read<&SudokuSolver::state, sudoku_solver> state;
    Write<&SudokuSolver::choose_row, sudoku_solver> row;
    uint32_t (&digits)[2] = sudoku_solver.row_digits;
    uint32_t (&counters)[3] = sudoku_solver.counters;
} sudoku;

#undef SUDOKU
#define SUDOKU (&model::sudoku)
#endif

#ifdef SCAN
inline ScanUnit scan_unit(clocks);

inline struct {
    Write<&ScanUnit::set_order, scan_unit> order;
    Write<&ScanUnit::seek, scan_unit> cell;
    Write<&ScanUnit::put, scan_unit> given;
    Read<&ScanUnit::get, scan_unit> value;
    Write<&ScanUnit::command, scan_unit> control;
    Read<&ScanUnit::state, scan_unit> state;
    Read<&ScanUnit::trail_lengths, scan_unit> trail;
    uint32_t (&counters)[5] = scan_unit.counters;
} scan;

#undef SCAN
#define SCAN (&model::scan)
#endif

} // namespace model

#undef TIMER
#undef UART
#undef IDENTITY
#undef LEDS
#undef IMAGE
#define TIMER (&model::timer)
#define UART (&model::uart)
#define IDENTITY (&model::identity)
#define LEDS (&model::leds)
#define IMAGE model::image
