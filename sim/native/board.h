// The rest of the SoC around the firmware as a program of this machine. What this header declares but board.cpp does not define
// is for the program to define.
#pragma once

#include "registers.h"

// What the timer counts. It goes on only where the program adds to it.
extern uint64_t clocks;

// Of the serial line, in clocks a bit.
extern uint32_t divisor;

// The next byte from the host, or UART_RX_EMPTY; a byte to it, for which there is always room.
uint32_t receive();
void send(uint8_t byte);

// The registers of the engines.
uint32_t engine_read(const volatile Register *which);
void engine_write(const volatile Register *which, uint32_t value);

// Is it a register of that unit?
template <typename Unit> bool is_of(const volatile Register *which, const Unit *unit)
{
    return uintptr_t(which) - uintptr_t(unit) < sizeof *unit;
}
