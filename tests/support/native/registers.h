// This header replaces the generated header registers.h, which is named build.h here. A register is an object that
// calls a function when it is read or written. The object's address is the register's address on the bus; no memory is
// mapped there.
#pragma once

#include <stdint.h>
#include <string.h>

struct Register;
uint32_t register_read(const volatile Register *which);
void register_write(const volatile Register *which, uint32_t value);

struct Register {
    uint32_t word; // not used; makes the object as large as a register of the gateware
    operator uint32_t() const volatile { return register_read(this); }
    void operator=(uint32_t value) volatile { register_write(this, value); }
};

#define REGISTER Register
#include "build.h"

// The firmware reads the ROM from this array, because no memory is mapped at the ROM's address 0, and a test sets the
// contents.
extern "C" uint32_t native_rom[ROM_WORDS];
#undef ROM
#define ROM native_rom
