#include "frame.h"

#include "bytes.h"
#include "serial.h"

#define CRC_BYTES 4
#define CRC_START 0xffffffff
#define CRC_RESIDUE 0xdebb20e3 /* of data followed by its own CRC */
#define COBS_RUN 254

/* The CRCs of 2, 4, 8, ... bytes in ascending order, each XORed with `crc`: a byte's CRC is the XOR of its bits'. */
#define CRCS_2(crc) (crc), (crc) ^ 0x77073096
#define CRCS_4(crc) CRCS_2(crc), CRCS_2((crc) ^ 0xee0e612c)
#define CRCS_8(crc) CRCS_4(crc), CRCS_4((crc) ^ 0x076dc419)
#define CRCS_16(crc) CRCS_8(crc), CRCS_8((crc) ^ 0x0edb8832)
#define CRCS_32(crc) CRCS_16(crc), CRCS_16((crc) ^ 0x1db71064)
#define CRCS_64(crc) CRCS_32(crc), CRCS_32((crc) ^ 0x3b6e20c8)
#define CRCS_128(crc) CRCS_64(crc), CRCS_64((crc) ^ 0x76dc4190)

/* Update a CRC, without the final inversion, by a byte. */
static inline uint32_t crc32_step(uint32_t crc, uint32_t byte)
{
    static const uint32_t table[256] = {CRCS_128(0), CRCS_128(0xedb88320)};
    return crc >> 8 ^ table[(crc ^ byte) & 0xff];
}

uint32_t crc32(uint32_t crc, const uint8_t *data, size_t length)
{
    crc = ~crc;
    for (size_t i = 0; i < length; i++)
        crc = crc32_step(crc, data[i]);
    return ~crc;
}

/* The frame that comes, without COBS. */
static struct {
    uint8_t body[MAX_BODY + CRC_BYTES];
    uint8_t *end;
    uint32_t crc;
    uint32_t run; /* bytes until the next group of COBS */
    bool zero; /* a zero lies between this group and the next */
    bool bad;
} incoming = {.end = incoming.body, .crc = CRC_START};

/* Take the zero that ends a frame; return whether it is valid. */
static bool take_end(uint8_t *end, uint32_t crc, uint32_t run, struct frame *frame)
{
    const uint8_t *body = incoming.body;
    size_t length = (size_t)(end - body);
    bool valid = !incoming.bad && run == 0 && length >= FRAME_HEADER + CRC_BYTES && crc == CRC_RESIDUE;
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

/* COBS is removed and the CRC computed byte by byte, in CPU registers. A partial frame is kept between calls. */
bool frame_receive(struct frame *frame)
{
    uint8_t *end = incoming.end, *const full = incoming.body + sizeof incoming.body;
    uint32_t crc = incoming.crc, run = incoming.run;
    bool valid = false;
    int32_t byte = serial_read();
    while (byte >= 0) {
        if (byte > 0 && run > 0 && end != full) {
            do {
                *end++ = (uint8_t)byte;
                crc = crc32_step(crc, (uint32_t)byte);
                byte = serial_read();
            } while (--run > 0 && byte > 0 && end != full);
            continue;
        }
        if (byte == 0) {
            valid = take_end(end, crc, run, frame);
            end = incoming.body;
            run = 0;
            crc = CRC_START;
            if (valid)
                break;
        } else if (run > 0) {
            incoming.bad = true; /* too long */
            run--;
        } else {
            if (incoming.zero && end != full) {
                *end++ = 0;
                crc = crc32_step(crc, 0);
            } else if (incoming.zero) {
                incoming.bad = true;
            }
            run = (uint32_t)byte - 1;
            incoming.zero = run < COBS_RUN;
        }
        byte = serial_read();
    }
    incoming.end = end;
    incoming.crc = crc;
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
    uint32_t crc = CRC_START;
    for (; at != end; at++) {
        uint8_t byte = *at;
        crc = crc32_step(crc, byte);
        cobs_encode(&encoder, at, byte);
    }
    end = put32(end, ~crc);
    *end = 0;
    for (; at <= end; at++)
        cobs_encode(&encoder, at, *at);
    serial_write(encoder.unsent, end + 1);
}
