/* The serial port. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "registers.h"

/* The next byte received, negative if there is none. */
static inline int32_t serial_read(void)
{
    return (int32_t)UART->rx; /* bit 31 is `empty` */
}

/* Bytes that can be queued without waiting. */
static inline uint32_t serial_room(void) { return UART->room & UART_ROOM_BYTES; }

/* Queue bytes; wait while there is no room. */
static inline void serial_write(const uint8_t *bytes, const uint8_t *end)
{
    while (bytes != end) {
        uint32_t room = serial_room();
        const uint8_t *fits = (uint32_t)(end - bytes) < room ? end : bytes + room;
        while (bytes != fits)
            UART->tx = *bytes++;
    }
}

/* Wait until every queued bit was sent. */
static inline void serial_flush(void)
{
    while (UART->room & UART_ROOM_SENDING) {
    }
}

/* Clocks per bit, both ways. */
static inline uint32_t serial_divisor(void) { return UART->divisor; }
static inline void serial_set_divisor(uint32_t divisor) { UART->divisor = divisor; }
