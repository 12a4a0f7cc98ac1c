// Replaces the generated header, which is build.h here: a register is an object that calls a function when it is read or written. It has
// the register's address on the bus, which is not mapped on this machine.
#pragma once

#include <stdint.h>
#include <string.h>

struct Register;
uint32_t register_read(const volatile Register *which);
void register_write(const volatile Register *which, uint32_t value);

struct Register {
    uint32_t word; // unused: the size of the gateware's registers
    operator uint32_t() const volatile { return register_read(this); }
    void operator=(uint32_t value) volatile { register_write(this, value); }
};

#define REGISTER Register
#include "build.h"
