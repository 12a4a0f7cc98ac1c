#include "board.h"

uint64_t clocks;
uint32_t divisor = (BUILD_CLOCK_HZ + BUILD_BIT_RATE / 2) / BUILD_BIT_RATE;
uint8_t image[BUILD_ROM_BYTES];

uint32_t register_read(const volatile Register *which)
{
    if (which == &UART->rx)
        return receive();
    if (which == &UART->room)
        return UART_ROOM_BYTES;
    if (which == &UART->divisor)
        return divisor;
    if (which == &TIMER->low)
        return uint32_t(clocks);
    if (which == &TIMER->high)
        return uint32_t(clocks >> 32);
    if (which == &IDENTITY->build_low)
        return BUILD_HASH_LOW;
    if (which == &IDENTITY->build_high)
        return BUILD_HASH_HIGH;
    if (which == &IDENTITY->clock_hz)
        return BUILD_CLOCK_HZ;
    if (which == &IDENTITY->bit_rate)
        return BUILD_BIT_RATE;
    return engine_read(which);
}

void register_write(const volatile Register *which, uint32_t value)
{
    if (which == &UART->tx)
        send(uint8_t(value));
    else if (which == &UART->divisor)
        divisor = value;
    else if (!is_of(which, LEDS))
        engine_write(which, value);
}
