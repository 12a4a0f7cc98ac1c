/* Little-endian numbers in byte strings. */
#pragma once

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

static inline uint8_t *put64(uint8_t *at, uint64_t value)
{
    return put32(put32(at, (uint32_t)value), (uint32_t)(value >> 32));
}

static inline uint16_t get16(const uint8_t *at) { return (uint16_t)(at[0] | at[1] << 8); }
static inline uint32_t get32(const uint8_t *at) { return get16(at) | (uint32_t)get16(at + 2) << 16; }
static inline uint64_t get64(const uint8_t *at) { return get32(at) | (uint64_t)get32(at + 4) << 32; }
