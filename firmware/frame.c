#include "frame.h"

#include "attributes.h"
#include "bytes.h"
#include "soc.h"

#define CRC_BYTES 4
#define CRC_RESIDUE 0xdebb20e3 /* the CRC of any data followed by its own CRC */
#define COBS_RUN 254

uint32_t crc32(uint32_t crc, const uint8_t *data, size_t length)
{
    CRC->begin = ~crc;
    for (size_t i = 0; i < length; i++)
        CRC->byte = data[i];
    return ~CRC->crc;
}

/* The decoded part of the incoming frame. Its body is a variable of its own, because the body needs no initial value.
 * */
_Alignas(4) static uint8_t incoming_body[MAX_BODY + FRAME_END];
static struct {
    uint8_t *end;
    uint32_t crc;
    uint32_t run; /* the number of bytes left in the COBS group */
    bool zero; /* the group is followed by a zero in the data */
    bool bad;
} incoming = {.end = incoming_body, .crc = CRC_START};

/* Handle the zero at the end of a frame; return whether the frame is valid. */
static bool take_end(uint8_t *end, uint32_t run, struct frame *frame)
{
    const uint8_t *body = incoming_body;
    size_t length = (size_t)(end - body);
    bool valid = !incoming.bad && run == 0 && length >= FRAME_HEADER + CRC_BYTES && CRC->crc == CRC_RESIDUE;
    if (valid)
        *frame = (struct frame){
            .kind = body[0],
            .session = get32(body + 1),
            .sequence = get16(body + 5),
            .payload = body + FRAME_HEADER,
            .length = length - FRAME_HEADER - CRC_BYTES,
        };
    incoming.zero = incoming.bad = false;
    return valid;
}

/* COBS is decoded, and the CRC computed, byte by byte. If only a part of a frame has arrived, the next call continues
 * with the rest. */
bool frame_receive(struct frame *frame)
{
    uint8_t *end = incoming.end, *const full = incoming_body + MAX_BODY + CRC_BYTES;
    uint32_t run = incoming.run;
    CRC->begin = incoming.crc;
    bool valid = false;
    int32_t byte = (int32_t)PORT->rx;
    while (byte >= 0) {
        if (byte > 0 && run > 0 && end != full) {
            do {
                *end++ = (uint8_t)byte;
                CRC->byte = (uint8_t)byte;
                byte = (int32_t)PORT->rx;
            } while (--run > 0 && byte > 0 && end != full);
            continue;
        }
        if (byte == 0) {
            valid = take_end(end, run, frame);
            end = incoming_body;
            run = 0;
            CRC->begin = CRC_START;
            if (valid)
                break;
        } else if (run > 0) {
            incoming.bad = true; /* too long */
            run--;
        } else {
            if (incoming.zero && end != full) {
                *end++ = 0;
                CRC->byte = 0;
            } else if (incoming.zero) {
                incoming.bad = true;
            }
            run = (uint32_t)byte - 1;
            incoming.zero = run < COBS_RUN;
        }
        byte = (int32_t)PORT->rx;
    }
    incoming.end = end;
    incoming.crc = CRC->crc;
    incoming.run = run;
    return valid;
}

/* The body of the outgoing frame. */
_Alignas(4) static uint8_t outgoing[MAX_BODY + FRAME_END];

COLD uint8_t *frame_head(uint8_t *body, uint8_t kind, uint32_t session, uint16_t sequence)
{
    *body = kind;
    return put16(put32(body + 1, session), sequence);
}

SMALL uint8_t *frame_begin(uint8_t kind, uint32_t session, uint16_t sequence)
{
    return frame_head(outgoing, kind, session, sequence);
}

SMALL void frame_end(uint8_t *end) { frame_send(outgoing, end); }

/* Send the bytes from `begin` to the last zero between `at` and `end`, and return the start of the bytes after this
 * zero. The bytes are sent in COBS groups; each group consists of its length + 1, followed by its bytes. After a group
 * of the maximum length, another group follows before the zero. When this function returns, the UART has room for at
 * least one more byte. Most words have no zero, so this function is rarely called. */
__attribute__((noinline)) static const uint8_t *send_to_zeros(const uint8_t *begin, const uint8_t *at, const uint8_t *end)
{
    for (; at != end; at++) {
        if (*at != 0)
            continue;
        uint32_t length;
        do {
            length = (uint32_t)(at - begin);
            if (length > COBS_RUN)
                length = COBS_RUN;
            serial_await(length + 2);
            PORT->tx = (uint8_t)(length + 1);
            const uint8_t *const group_end = begin + length;
#pragma clang loop unroll_count(4)
            while (begin != group_end)
                PORT->tx = *begin++;
        } while (length == COBS_RUN);
        begin = at + 1;
    }
    return begin;
}

static inline bool has_zero(uint32_t word) { return (word - 0x01010101) & ~word & 0x80808080; }

SMALL void frame_send(uint8_t *body, uint8_t *end)
{
    const uint8_t *unsent = body, *at = body;
    serial_await(1);
    PORT->tx = 0;
    CRC->begin = CRC_START;
    for (; end - at >= 4; at += 4) {
        uint32_t word = *(const uint32_t *)at;
        crc_append_word(word);
        if (UNLIKELY(has_zero(word)))
            unsent = send_to_zeros(unsent, at, at + 4);
    }
    for (const uint8_t *rest = at; rest != end; rest++)
        CRC->byte = *rest;
    end = put32(end, ~CRC->crc);
    *end++ = 0;
    send_to_zeros(unsent, at, end);
    PORT->tx = 0;
}

COLD void frame_return(const struct frame *frame, uint8_t kind, uint32_t number)
{
    incoming_body[0] = kind;
    put_number(incoming_body + FRAME_HEADER, number);
    frame_send(incoming_body, incoming_body + FRAME_HEADER + frame->length);
}
