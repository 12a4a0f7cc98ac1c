/* Numbers of a few bits each in byte strings, the lowest bit of a byte first. */
#pragma once

#include <stdint.h>

/* Return the number of bytes for a number of bits. */
static inline uint32_t bits_bytes(uint32_t bits) { return (bits + 7) / 8; }

/* Positions in such a string. */
struct bit_reader {
    const uint8_t *at;
    uint32_t bits, count; /* bits read and not yet returned; their number */
};

struct bit_writer {
    uint8_t *at;
    uint32_t bits, count; /* bits not yet written; their number */
};

/* Read a number of up to 24 bits. */
static inline uint32_t bits_get(struct bit_reader *reader, uint32_t width)
{
    while (reader->count < width) {
        reader->bits |= (uint32_t)*reader->at++ << reader->count;
        reader->count += 8;
    }
    uint32_t value = reader->bits & ((1u << width) - 1);
    reader->bits >>= width;
    reader->count -= width;
    return value;
}

/* Write a number of up to 24 bits. */
static inline void bits_put(struct bit_writer *writer, uint32_t value, uint32_t width)
{
    writer->bits |= value << writer->count;
    for (writer->count += width; writer->count >= 8; writer->count -= 8) {
        *writer->at++ = (uint8_t)writer->bits;
        writer->bits >>= 8;
    }
}

/* Return the end of the string, whose last byte is filled with zeros. */
static inline uint8_t *bits_end(struct bit_writer *writer)
{
    if (writer->count > 0)
        *writer->at++ = (uint8_t)writer->bits;
    return writer->at;
}
