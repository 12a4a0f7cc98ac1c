/* The CRC-32 of zlib and Ethernet, without the inversions at its begin and end. */
#pragma once

#include <stdint.h>

#include "registers.h"

#define CRC_START 0xffffffff

/* Go on from a CRC, or start. */
static inline void crc_begin(uint32_t crc) { CRC->begin = crc; }
static inline void crc_append(uint8_t byte) { CRC->byte = byte; }

/* Append four bytes, the lowest one first. */
static inline void crc_append_word(uint32_t bytes)
{
    CRC->byte = bytes;
    CRC->byte = bytes >> 8;
    CRC->byte = bytes >> 16;
    CRC->byte = bytes >> 24;
}

static inline uint32_t crc_so_far(void) { return CRC->crc; }
