#include "frame.h"

#include "bytes.h"
#include "crc.h"
#include "serial.h"

#define CRC_BYTES 4
#define CRC_RESIDUE 0xdebb20e3 /* of data followed by its own CRC */
#define COBS_RUN 254

uint32_t crc32(uint32_t crc, const uint8_t *data, size_t length)
{
    crc_begin(~crc);
    for (size_t i = 0; i < length; i++)
        crc_append(data[i]);
    return ~crc_so_far();
}

/* The frame that comes, without COBS; apart from the body, which needs no initial value. */
static uint8_t incoming_body[MAX_BODY + CRC_BYTES];
static struct {
    uint8_t *end;
    uint32_t crc;
    uint32_t run; /* bytes until the next group of COBS */
    bool zero; /* a zero lies between this group and the next */
    bool bad;
} incoming = {.end = incoming_body, .crc = CRC_START};

/* Take the zero that ends a frame; return whether it is valid. */
static bool take_end(uint8_t *end, uint32_t run, struct frame *frame)
{
    const uint8_t *body = incoming_body;
    size_t length = (size_t)(end - body);
    bool valid = !incoming.bad && run == 0 && length >= FRAME_HEADER + CRC_BYTES && crc_so_far() == CRC_RESIDUE;
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

/* COBS is removed and the CRC computed byte by byte. A partial frame is kept between calls. */
bool frame_receive(struct frame *frame)
{
    uint8_t *end = incoming.end, *const full = incoming_body + sizeof incoming_body;
    uint32_t run = incoming.run;
    crc_begin(incoming.crc);
    bool valid = false;
    int32_t byte = serial_read();
    while (byte >= 0) {
        if (byte > 0 && run > 0 && end != full) {
            do {
                *end++ = (uint8_t)byte;
                crc_append((uint8_t)byte);
                byte = serial_read();
            } while (--run > 0 && byte > 0 && end != full);
            continue;
        }
        if (byte == 0) {
            valid = take_end(end, run, frame);
            end = incoming_body;
            run = 0;
            crc_begin(CRC_START);
            if (valid)
                break;
        } else if (run > 0) {
            incoming.bad = true; /* too long */
            run--;
        } else {
            if (incoming.zero && end != full) {
                *end++ = 0;
                crc_append(0);
            } else if (incoming.zero) {
                incoming.bad = true;
            }
            run = (uint32_t)byte - 1;
            incoming.zero = run < COBS_RUN;
        }
        byte = serial_read();
    }
    incoming.end = end;
    incoming.crc = crc_so_far();
    incoming.run = run;
    return valid;
}

/* The frame to send, as on the wire: a zero, COBS's first byte, the body with its CRC, a zero. */
static uint8_t sent[2 + MAX_BODY + CRC_BYTES + 1];

uint8_t *frame_begin(uint8_t kind, uint32_t session, uint16_t sequence)
{
    sent[2] = kind;
    return put16(put32(sent + 3, session), sequence);
}

/* The progress of frame_end. */
struct encoder {
    const uint8_t *unsent;
    uint8_t *group; /* the place for the length of COBS's last group */
    const uint8_t *full; /* the first byte that is too far from it */
};

static inline void cobs_begin(struct encoder *encoder, uint8_t *group)
{
    encoder->group = group;
    encoder->full = group + COBS_RUN;
}

/* Append a byte to the last group. */
static inline void cobs_encode(struct encoder *encoder, uint8_t *at, uint8_t byte)
{
    if (byte == 0) {
        *encoder->group = (uint8_t)(at - encoder->group);
        cobs_begin(encoder, at);
    } else if (at == encoder->full) {
        /* The next group has no zero that its length could replace; but the bytes already sent are free. */
        *encoder->group = COBS_RUN + 1;
        serial_write(encoder->unsent, at + 1);
        encoder->unsent = at;
        cobs_begin(encoder, at);
    }
}

void frame_end(uint8_t *end)
{
    struct encoder encoder = {.unsent = sent};
    cobs_begin(&encoder, sent + 1);
    uint8_t *at = sent + 2;
    crc_begin(CRC_START);
    for (; at != end; at++) {
        uint8_t byte = *at;
        crc_append(byte);
        cobs_encode(&encoder, at, byte);
    }
    end = put32(end, ~crc_so_far());
    *end = 0;
    for (; at <= end; at++)
        cobs_encode(&encoder, at, *at);
    serial_write(encoder.unsent, end + 1);
}
