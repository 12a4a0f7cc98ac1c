// Instead of firmware/operate.h: the registers are objects here, and the CPU's part of the clocks is a constant.
#pragma once

#include "registers.h"

struct ended {
    uint32_t state;
    uint32_t clocks;
};

template <typename Control, typename State> ended operate(const Control *control, uint32_t command, const State *state)
{
    constexpr uint32_t cpu_clocks = 10;
    const uint32_t begun = uint32_t(model::clocks);
    *control = command;
    const uint32_t reached = *state;
    model::clocks += cpu_clocks;
    return {reached, uint32_t(model::clocks) - begun};
}
