// Instead of the generated header, which is build.h here: for the firmware as a program of this machine, a register is an
// object that calls a function when it is read or written. Its address is the one on the bus, where nothing lies.
#pragma once

#include <stdint.h>
#include <string.h>

struct Register;
uint32_t register_read(const volatile Register *which);
void register_write(const volatile Register *which, uint32_t value);

struct Register {
    uint32_t word; // of no use, but the gateware's registers are as large
    operator uint32_t() const volatile { return register_read(this); }
    void operator=(uint32_t value) volatile { register_write(this, value); }
};

#define REGISTER Register
#include "build.h"
