// The simulated board: the SoC as C++ from CXXRTL, and the serial line to its UART.
#pragma once

#include <cstdint>

#include "design.h"
#include "line.h"

class Board {
public:
    explicit Board(double clocks_per_bit) : clocks_per_bit(clocks_per_bit) {}

    Sender to_board;
    Receiver from_board;
    double clocks_per_bit;

    uint64_t clocks() const { return clock; }

    // Return whether the line is idle and the firmware is not solving. The firmware turns on the light `solving` while
    // it solves.
    bool idle() const { return to_board.idle() && !from_board.busy() && !soc.p_solving.get<bool>(); }

protected:
    cxxrtl_design::p_rowloom soc;

    // Simulate the rising edge only; the observer is called for each change. Falling edges have no effect, and skipping
    // them halves the work.
    template <typename Observer> void raise(Observer &observer)
    {
        soc.p_rx.set(to_board.level(clock, clocks_per_bit));
        soc.prev_p_clk.set(false);
        soc.p_clk.set(true);
        soc.eval();
        soc.commit(observer);
    }

    // Sample the board's output after the rising edge.
    void sample()
    {
        from_board.level(soc.p_tx.get<bool>(), clock, clocks_per_bit);
        clock++;
    }

private:
    uint64_t clock = 0;
};
