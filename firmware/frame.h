/* Frames on the serial line (docs/develop/protocol.md). A frame has a CRC-32 at its end, is encoded by COBS, and is
 * sent between two zeros. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

#define FRAME_HEADER 7
#define FRAME_END 5 /* a CRC and a zero after the payload */
#define FRAME_PAYLOAD (MAX_BODY - FRAME_HEADER)

struct frame {
    uint8_t kind;
    uint32_t session;
    uint16_t sequence;
    const uint8_t *payload;
    size_t length; /* the length of the payload */
};

/* Receive the next valid frame, which can be used until the next call. Return false if no more bytes have arrived. */
bool frame_receive(struct frame *frame);

/* Begin an outgoing frame; return the address at which its payload must be written, up to FRAME_PAYLOAD bytes. */
uint8_t *frame_begin(uint8_t kind, uint32_t session, uint16_t sequence);

/* Send the frame that frame_begin has begun; its payload ends at `end`. */
void frame_end(uint8_t *end);

/* frame_head and frame_send correspond to frame_begin and frame_end, but use the caller's own body, which can be sent
 * again. The body must be aligned to a word. The FRAME_END bytes after the body's end are overwritten. */
uint8_t *frame_head(uint8_t *body, uint8_t kind, uint32_t session, uint16_t sequence);
void frame_send(uint8_t *body, uint8_t *end);

/* Send back the frame that was received last, with another kind, and with a number in the first four bytes of its
 * payload. */
void frame_return(const struct frame *frame, uint8_t kind, uint32_t number);

/* Continue a CRC-32 as in zlib; `crc` is 0 at the start. */
uint32_t crc32(uint32_t crc, const uint8_t *data, size_t length);
