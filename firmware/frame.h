/* Frames on the serial line: COBS, CRC-32, a zero at either end (docs/protocol.md). */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAME_LARGEST 1200 /* bytes of a body */
#define FRAME_HEADER 7
#define FRAME_PAYLOAD (FRAME_LARGEST - FRAME_HEADER)

struct frame {
    uint8_t kind;
    uint32_t session;
    uint16_t sequence;
    const uint8_t *payload;
    size_t length; /* of the payload */
};

/* Takes what has come over the line, up to the end of the next valid frame, which stays valid until the next call. False when
 * there is none before the line is empty. */
bool frame_receive(struct frame *frame);

/* Begins a frame to be sent; its payload, up to FRAME_PAYLOAD bytes, is to be written where the pointer says. */
uint8_t *frame_begin(uint8_t kind, uint32_t session, uint16_t sequence);

/* Sends that frame, whose payload ends there. */
void frame_end(uint8_t *end);

/* CRC-32 as in zlib; `crc` is the value so far, 0 at the start. */
uint32_t crc32(uint32_t crc, const uint8_t *data, size_t length);

#endif
