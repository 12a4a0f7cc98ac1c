// A PHY with the interface ULPI (revision 1.1), between a host at full speed and the device. Another file defines the
// functions for the rest of the device: begin_device and clock_device. A tick is a cycle of the PHY's 60 MHz clock.

enum { SE0, J, K, RELEASED };
enum { TRANSMIT = 1, WRITE_REGISTER = 2 };      // the upper two bits of a command
enum { FUNCTION_CONTROL = 4, VBUS_VALID = 0xC, RECEIVING = 0x10, TICKS_PER_BIT = 5 };

static double ticks_per_byte = 8 * TICKS_PER_BIT, clocks_per_tick = 1;
static double clocks;
static uint64_t ticks;
static uint8_t registers[64], driven, reported;

static void tick(bool dir, bool nxt, uint8_t data)
{
    unit.p_dir.set(dir);
    unit.p_nxt.set(nxt);
    unit.p_data____i.set(data);
    unit.step();
    unit.prev_p_usb__clk.set(false);
    unit.p_usb__clk.set(true);
    unit.step();
    unit.step(); // update the outputs that depend on registers
    ticks++;
    for (clocks += clocks_per_tick; clocks >= 1; clocks -= 1)
        clock_device();
}

static uint8_t output() { return unit.p_data____oe.get<bool>() ? unit.p_data____o.get<uint8_t>() : 0; }

// Return the state that the host drives or, if the host drives no state, the state that the device's resistor causes.
static uint8_t line_state()
{
    const bool normal = (registers[FUNCTION_CONTROL] & 0x1F) == 0x05; // full speed, with the resistor at D+
    return driven != RELEASED ? driven : normal ? J : SE0;
}

// If the state of the wires has changed, report it to the device. Let a tick pass in which the device drives the pins;
// if the device writes a register, store its value. Return whether the device begins to transmit a packet.
static bool idle()
{
    if (reported != line_state()) {
        reported = line_state();
        tick(true, false, 0);
        tick(true, false, VBUS_VALID | reported);
        tick(false, false, 0);
    }
    const uint8_t command = output();
    if (command >> 6 == WRITE_REGISTER) {
        tick(false, true, 0);
        registers[command & 63] = output();
        tick(false, true, 0);
    }
    tick(false, false, 0);
    return output() >> 6 == TRANSMIT;
}

extern "C" {

void usb_begin()
{
    unit.reset();
    clocks = ticks = 0;
    std::memset(registers, 0, sizeof registers);
    registers[FUNCTION_CONTROL] = 0x41;
    driven = RELEASED;
    reported = 0xFF;
    begin_device();
}

void usb_speeds(double host, double device)
{
    ticks_per_byte = 8 * TICKS_PER_BIT / host;
    clocks_per_tick = device;
}

uint64_t usb_ticks() { return ticks; }

uint8_t ulpi_register(int number) { return registers[number]; }

void ulpi_hold(uint8_t state, size_t count)
{
    driven = state;
    for (const uint64_t end = ticks + count; ticks < end;)
        idle();
    driven = RELEASED;
}

// Send the bytes of a packet to the device. Then wait until the device begins to answer, for `patience` bits at most.
// Return the number of bytes of the answer, or 0; set `before` to the number of ticks before the answer.
size_t ulpi_send(const uint8_t *packet, size_t count, size_t patience, uint8_t *heard, size_t room,
                 size_t *before)
{
    tick(true, true, 0);
    double due = 16 * TICKS_PER_BIT; // the synchronization, and the first bits of the PID
    for (size_t i = 0; i < count; i++) {
        for (due += ticks_per_byte; due >= 2; due -= 1)
            tick(true, false, VBUS_VALID | RECEIVING | J);
        tick(true, true, packet[i]);
        due -= 1;
    }
    tick(true, false, VBUS_VALID | RECEIVING | SE0);
    tick(true, false, VBUS_VALID | J);
    reported = J;
    tick(false, false, 0);
    size_t length = 0, waited = 0;
    while (!idle())
        if (++waited >= patience * TICKS_PER_BIT)
            return 0;
    *before = waited;
    const uint8_t pid = output() & 15;
    heard[length++] = uint8_t(pid | (~pid & 15) << 4);
    tick(false, true, 0);
    for (size_t part = 0; !unit.p_stp.get<bool>(); part = part + 1 < 8 * TICKS_PER_BIT ? part + 1 : 0) {
        const bool next = part + 1 == 8 * TICKS_PER_BIT;
        if (next && length < room)
            heard[length++] = output();
        tick(false, next, 0);
    }
    for (size_t i = 0; i < 11 * TICKS_PER_BIT; i++) // the last byte, and the packet's end
        tick(false, false, 0);
    return length;
}

}
