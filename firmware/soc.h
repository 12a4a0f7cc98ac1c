/* The units of the SoC that are in every build. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "registers.h"

/* The lights: LEDS_LIGHTS_ALIVE, LEDS_LIGHTS_SOLVING, LEDS_LIGHTS_ERROR. */

static inline void leds_set(uint32_t light, bool on)
{
    uint32_t others = LEDS->lights & ~light;
    LEDS->lights = on ? others | light : others;
}

/* The CRC-32 of zlib and Ethernet, without the inversions at the start and end. */

#define CRC_START 0xffffffff

/* To start a CRC, write CRC_START to CRC->begin; to continue a CRC, write its latest value there. */

/* Append four bytes, the lowest first. */
static inline void crc_append_word(uint32_t bytes)
{
    CRC->byte = bytes;
    CRC->byte = bytes >> 8;
    CRC->byte = bytes >> 16;
    CRC->byte = bytes >> 24;
}

/* The cycle counter. */

/* Return the number of clocks since reset. */
static inline uint64_t timer_cycles(void)
{
    uint32_t low = TIMER->low; /* latches the upper half */
    return (uint64_t)TIMER->high << 32 | low;
}

/* Return the latest time at which an engine ended its work; this time must be less than 2**32 clocks ago. */
static inline uint64_t timer_ended(void)
{
    uint64_t now = timer_cycles();
    return now - ((uint32_t)now - TIMER->ended);
}

/* The serial port. */

/* Return the number of bytes that can be queued without waiting. */
static inline uint32_t serial_room(void) { return PORT->room & PORT_ROOM_BYTES; }

/* Wait until this number of bytes can be queued; it must be at most 2,048, the capacity of the queue. */
static inline void serial_await(uint32_t bytes)
{
    while (serial_room() < bytes) {
    }
}

/* Wait until all queued bits are sent. */
static inline void serial_flush(void)
{
    while (PORT->room & PORT_ROOM_SENDING) {
    }
}
