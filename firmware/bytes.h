/* Little-endian numbers in byte strings. */
#pragma once

#include <stddef.h>
#include <stdint.h>

static inline uint8_t *put16(uint8_t *at, uint16_t value)
{
    *at++ = (uint8_t)value;
    *at++ = (uint8_t)(value >> 8);
    return at;
}

static inline uint8_t *put32(uint8_t *at, uint32_t value)
{
    return put16(put16(at, (uint16_t)value), (uint16_t)(value >> 16));
}

static inline uint16_t get16(const uint8_t *at) { return (uint16_t)(at[0] | at[1] << 8); }
static inline uint32_t get32(const uint8_t *at) { return get16(at) | (uint32_t)get16(at + 2) << 16; }

/* Varints: numbers of any size. Each byte has seven bits of the number, the lowest first; bit 7 is set in all bytes
 * except the last. */
#define VARINT_BYTES 10

uint8_t *put_varint(uint8_t *at, uint64_t value);

/* Read a number; return its end, or NULL if the number does not end before `end` or has more than 64 bits. */
const uint8_t *get_varint(const uint8_t *at, const uint8_t *end, uint64_t *value);
