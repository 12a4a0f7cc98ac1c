// The wires of the USB, which a host drives. Another file defines the functions for the rest of the device:
// begin_device and clock_device.

enum { SE0, J, K, RELEASED };

static double ticks_per_bit = 4, clocks_per_tick = 1;
static double bits, clocks;
static uint64_t ticks;

// Let a cycle of 48 MHz pass, with the other clocks at their rates; return the state of the wires.
static uint8_t tick(uint8_t state)
{
    if (state == RELEASED)
        state = unit.p_d__p____oe.get<bool>() ? uint8_t(unit.p_d__p____o.get<bool>() | unit.p_d__n____o.get<bool>() << 1)
                                              : uint8_t(unit.p_pullup.get<bool>());
    unit.p_d__p____i.set(bool(state & J));
    unit.p_d__n____i.set(bool(state & K));
    unit.prev_p_usb__io__clk.set(false);
    unit.p_usb__io__clk.set(true);
    if (ticks++ % 4 == 0) {
        unit.prev_p_usb__clk.set(false);
        unit.p_usb__clk.set(true);
    }
    unit.step();
    for (clocks += clocks_per_tick; clocks >= 1; clocks -= 1)
        clock_device();
    return state;
}

extern "C" {

void usb_begin()
{
    unit.reset();
    bits = clocks = ticks = 0;
    begin_device();
}

void usb_speeds(double host, double device)
{
    ticks_per_bit = host;
    clocks_per_tick = device;
}

uint64_t usb_ticks() { return ticks; }

// Send states, one for each bit. Then listen until the device stops driving the wires; if it has not started to drive
// them after `patience` bits, give up. Return the number of states that were written to `heard`, one for each cycle of
// 48 MHz.
size_t usb_send(const uint8_t *states, size_t count, size_t patience, uint8_t *heard, size_t room)
{
    for (size_t i = 0; i < count; i++)
        for (bits += ticks_per_bit; bits >= 1; bits -= 1)
            tick(states[i]);
    size_t length = 0, most = patience * 4;
    for (bool driven = false; length < (driven ? room : most); length++) {
        heard[length] = tick(RELEASED);
        const bool drives = unit.p_d__p____oe.get<bool>();
        if (driven && !drives)
            break;
        driven = drives;
    }
    return length;
}

}
