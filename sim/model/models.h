// The models of a build's engines. Each adds the clocks that its engine would take.
#pragma once

#include "board.h"

// Each model's source defines what happens when one of its engine's registers is read or written.
#define DECLARE_MODEL(name, NAME) \
    uint32_t name##_read(const volatile Register *which); \
    void name##_write(const volatile Register *which, uint32_t value);
ENGINES(DECLARE_MODEL)
