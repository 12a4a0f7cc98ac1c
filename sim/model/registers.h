// The firmware's registers as objects that do what the gateware would. Its sources are compiled as C++ for that, and are
// otherwise as they are.
#pragma once

#include <cstdint>
#include <cstring>

#include "build.h"
#include "scan_unit.h"

namespace model {

template <uint32_t (*load)()> struct Read {
    operator uint32_t() const { return load(); }
};

template <void (*store)(uint32_t)> struct Write {
    void operator=(uint32_t value) const { store(value); }
};

inline ScanUnit scan_unit;

inline void set_order(uint32_t order) { scan_unit.set_order(order); }
inline void seek(uint32_t cell) { scan_unit.seek(cell); }
inline void put(uint32_t value) { scan_unit.put(value); }
inline uint32_t get() { return scan_unit.get(); }
inline void command(uint32_t control) { scan_unit.command(control); }
inline uint32_t state() { return scan_unit.state(); }
inline uint32_t trail_lengths() { return scan_unit.trail_lengths(); }
inline uint32_t clocks_low() { return uint32_t(scan_unit.clocks); }
inline uint32_t clocks_high() { return uint32_t(scan_unit.clocks >> 32); }

// The next byte from the host, or UART_RX_EMPTY; a byte for it (board.cpp).
uint32_t receive();
void send(uint32_t byte);

inline struct {
    Write<set_order> order;
    Write<seek> cell;
    Write<put> given;
    Read<get> value;
    Write<command> control;
    Read<state> state;
    Read<trail_lengths> trail;
    uint32_t (&counters)[5] = scan_unit.counters;
} scan;

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
    uint32_t checker = 0, deducer = 0, sudoku = 0, scan = BUILD_SCAN_ORDER * BUILD_SCAN_ORDER * 0x0101u;
} identity;

inline struct {
    uint32_t lights;
} leds;

inline uint8_t image[BUILD_ROM_BYTES];

} // namespace model

#undef SCAN
#undef TIMER
#undef UART
#undef IDENTITY
#undef LEDS
#undef IMAGE
#define SCAN (&model::scan)
#define TIMER (&model::timer)
#define UART (&model::uart)
#define IDENTITY (&model::identity)
#define LEDS (&model::leds)
#define IMAGE model::image
