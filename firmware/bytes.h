/* Functions that read and write numbers in byte strings: little-endian numbers, varints, and numbers of a few bits. */
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

/* The same as put32 and get32, for code that seldom runs: a call takes less code than an inline copy. */
uint8_t *put_number(uint8_t *at, uint32_t number);
uint32_t number_at(const uint8_t *at);

/* Varints: numbers of any size. Each byte has seven bits of the number, the lowest first; bit 7 is set in all bytes
 * except the last. */
#define VARINT_BYTES 10

uint8_t *put_varint(uint8_t *at, uint64_t value);

/* Read a number; return its end, or NULL if the number does not end before `end` or has more than 64 bits. */
const uint8_t *get_varint(const uint8_t *at, const uint8_t *end, uint64_t *value);

/* Numbers that have a few bits each; the lowest bit of a byte is the first. */

/* Return how many bytes are needed for this number of bits. */
static inline uint32_t bits_bytes(uint32_t bits) { return (bits + 7) / 8; }

/* The position of a reader, or of a writer, in a byte string that consists of numbers with a few bits each. */
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
