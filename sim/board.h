// The simulated board: the SoC in CXXRTL's C++, and the line to its UART.
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

    // Return whether the line is quiet and the firmware waits for requests: a light shows that it is solving.
    bool idle() const { return to_board.idle() && !from_board.busy() && !soc.p_solving.get<bool>(); }

    // Simulate one clock; the observer is called for changes.
    template <typename Observer> void tick(Observer &observer)
    {
        raise(observer);
        sample();
    }

protected:
    cxxrtl_design::p_rowloom soc;

    // Simulate the rising edge. Falling edges have no effect; skipping them halves the work.
    template <typename Observer> void raise(Observer &observer)
    {
        soc.p_rx.set(to_board.level(clock, clocks_per_bit));
        soc.prev_p_clk.set(false);
        soc.p_clk.set(true);
        soc.eval();
        soc.commit(observer);
    }

    // Sample the board's output after that edge.
    void sample()
    {
        from_board.level(soc.p_tx.get<bool>(), clock, clocks_per_bit);
        clock++;
    }

private:
    uint64_t clock = 0;
};
