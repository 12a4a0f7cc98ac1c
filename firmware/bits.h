/* Byte strings of numbers that have a few bits each; the lowest bit of a byte is the first. */
#pragma once

#include <stdint.h>

/* Return the number of bytes that contain this number of bits. */
static inline uint32_t bits_bytes(uint32_t bits) { return (bits + 7) / 8; }

/* The positions of a reader and a writer in such a string. */
struct bit_reader {
    const uint8_t *at;
    uint32_t bits, count; /* the bits that were read but not returned yet, and their number */
};

struct bit_writer {
    uint8_t *at;
    uint32_t bits, count; /* the bits that were not written yet, and their number */
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

/* Fill the last byte with zeros, and return the end of the string. */
static inline uint8_t *bits_end(struct bit_writer *writer)
{
    if (writer->count > 0)
        *writer->at++ = (uint8_t)writer->bits;
    return writer->at;
}
