/* Frames on the serial line: COBS, CRC-32, a zero at either end (docs/protocol.md). */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAME_LARGEST 1200 /* bytes of a body */
#define FRAME_HEADER 7

struct frame {
    uint8_t kind;
    uint32_t session;
    uint16_t sequence;
    const uint8_t *payload;
    size_t length; /* of the payload */
};

/* Takes one byte from the line. True when it completes a valid frame, which stays valid until the next call. */
bool frame_receive(uint8_t byte, struct frame *frame);

/* Writes a frame to the line. */
void frame_send(const struct frame *frame);

/* CRC-32 as in zlib; `crc` is the value so far, 0 at the start. */
uint32_t crc32(uint32_t crc, const uint8_t *data, size_t length);

/* Removes COBS in place. Returns the length, or -1 when the bytes are no COBS. */
ptrdiff_t cobs_decode(uint8_t *data, size_t length);

#endif
