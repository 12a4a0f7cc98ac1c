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

/* Wait until so many bytes, at most 512, can be queued. */
static inline void serial_await(uint32_t bytes)
{
    while (serial_room() < bytes) {
    }
}

/* Queue a byte for which there is room. */
static inline void serial_put(uint8_t byte) { UART->tx = byte; }

/* Wait until every queued bit was sent. */
static inline void serial_flush(void)
{
    while (UART->room & UART_ROOM_SENDING) {
    }
}

/* Clocks per bit, both ways. */
static inline uint32_t serial_divisor(void) { return UART->divisor; }
static inline void serial_set_divisor(uint32_t divisor) { UART->divisor = divisor; }
