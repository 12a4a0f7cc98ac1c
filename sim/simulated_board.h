// A board of the native program. It adds a serial adapter with any bit rate, waveforms, and statistics of the line's
// use.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "board.h"
#include "port.h"
#include <cxxrtl/cxxrtl_vcd.h>

class SimulatedBoard : public Board {
public:
    SimulatedBoard(double clock_hz, double rate, const char *wave_path)
        : Board(clock_hz / rate), clock_hz(clock_hz), first_clocks_per_bit(clocks_per_bit)
    {
        cxxrtl::debug_items items;
        soc.debug_info(&items, nullptr, "");
        // Netlists do not have this name.
        if (const std::string name = "uart receiver divisor"; items.count(name) == 1) {
            divisor = items[name].curr;
            first_divisor = *divisor;
        }
        if (wave_path != nullptr) {
            wave_file = std::fopen(wave_path, "w");
            if (wave_file == nullptr)
                fail(std::string("cannot write ") + wave_path);
            wave.reset(new cxxrtl::vcd_writer);
            wave->timescale(int(1e9 / clock_hz / 2), "ns");
            wave->add_without_memories(items);
        }
    }

    LineUse line_use;

    void set_rate(double rate) { clocks_per_bit = clock_hz / rate; }
    bool at_first_rate() const { return clocks_per_bit == first_clocks_per_bit; }
    void send_break(double seconds) { to_board.hold_low(uint64_t(seconds * clock_hz)); }

    // Return whether the firmware's bit rate is not its first rate; two seconds after the last frame, the firmware
    // restores the first rate.
    bool rate_changed() const { return divisor != nullptr && *divisor != first_divisor; }

    void tick()
    {
        cxxrtl::observer observer;
        raise(observer);
        if (wave)
            draw();
        const uint64_t clock = clocks();
        sample();
        line_use.count(clock, to_board.busy(), from_board.on_line());
    }

private:
    const double clock_hz, first_clocks_per_bit;
    const uint32_t *divisor = nullptr; // the UART's clocks per bit
    uint32_t first_divisor = 0;
    std::FILE *wave_file = nullptr;
    std::unique_ptr<cxxrtl::vcd_writer> wave;

    void draw()
    {
        soc.step(); // update combinational signals
        wave->sample(2 * clocks());
        soc.p_clk.set(false);
        soc.step();
        wave->sample(2 * clocks() + 1);
        std::fwrite(wave->buffer.data(), 1, wave->buffer.size(), wave_file);
        wave->buffer.clear();
    }
};
