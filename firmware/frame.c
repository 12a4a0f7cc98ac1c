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

/* COBS is removed and the CRC computed byte by byte, in CPU registers. A partial frame is kept between calls. */
bool frame_receive(struct frame *frame)
{
    static uint8_t body[MAX_BODY + CRC_BYTES];
    static struct {
        size_t length;
        uint32_t crc;
        uint32_t run; /* bytes until the next group of COBS */
        bool zero; /* a zero lies between this group and the next */
        bool bad;
    } kept = {.crc = CRC_START};

    size_t length = kept.length;
    uint32_t crc = kept.crc, run = kept.run;
    int32_t byte;
    bool complete = false;
    while (!complete && (byte = serial_read()) >= 0) {
        if (byte == 0) {
            complete = !kept.bad && run == 0 && length >= FRAME_HEADER + CRC_BYTES && crc == CRC_RESIDUE;
            if (complete)
                *frame = (struct frame){
                    .kind = body[0],
                    .session = get32(body + 1),
                    .sequence = get16(body + 5),
                    .payload = body + FRAME_HEADER,
                    .length = length - FRAME_HEADER - CRC_BYTES,
                };
            length = run = 0;
            crc = CRC_START;
            kept.zero = kept.bad = false;
            continue;
        }
        if (run > 0) {
            run--;
        } else {
            bool zero = kept.zero;
            run = (uint32_t)byte - 1;
            kept.zero = run < COBS_RUN;
            if (!zero)
                continue;
            byte = 0;
        }
        if (length < sizeof body)
            body[length++] = (uint8_t)byte;
        else
            kept.bad = true;
        crc = crc32_step(crc, (uint32_t)byte);
    }
    kept.length = length;
    kept.crc = crc;
    kept.run = run;
    return complete;
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
};

/* Append a byte to the last group. */
static inline void cobs_encode(struct encoder *encoder, uint8_t *at)
{
    size_t length = (size_t)(at - encoder->group);
    if (*at == 0) {
        *encoder->group = (uint8_t)length;
        encoder->group = at;
    } else if (length == COBS_RUN) {
        /* The next group has no zero that its length could replace; but the bytes already sent are free. */
        *encoder->group = COBS_RUN + 1;
        serial_write(encoder->unsent, at + 1);
        encoder->unsent = encoder->group = at;
    }
}

void frame_end(uint8_t *end)
{
    struct encoder encoder = {.unsent = sent, .group = sent + 1};
    uint8_t *at = sent + 2;
    uint32_t crc = CRC_START;
    for (; at != end; at++) {
        crc = crc32_step(crc, *at);
        cobs_encode(&encoder, at);
    }
    end = put32(end, ~crc);
    *end = 0;
    for (; at <= end; at++)
        cobs_encode(&encoder, at);
    serial_write(encoder.unsent, end + 1);
}
