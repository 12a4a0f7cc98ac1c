#include "frame.h"

#include "bytes.h"
#include "serial.h"

#define CRC_BYTES 4
#define COBS_RUN 254

uint32_t crc32(uint32_t crc, const uint8_t *data, size_t length)
{
    /* A table of 16 instead of 256 entries: half the speed, a sixteenth of the memory. */
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
        0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };
    crc = ~crc;
    for (size_t i = 0; i < length; i++) {
        crc ^= data[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

ptrdiff_t cobs_decode(uint8_t *data, size_t length)
{
    size_t read = 0, written = 0;
    while (read < length) {
        uint8_t code = data[read++];
        if (code == 0 || read + code - 1 > length)
            return -1;
        for (uint8_t i = 1; i < code; i++)
            data[written++] = data[read++];
        if (code <= COBS_RUN && read < length)
            data[written++] = 0;
    }
    return (ptrdiff_t)written;
}

bool frame_receive(uint8_t byte, struct frame *frame)
{
    static uint8_t line[FRAME_LARGEST + CRC_BYTES + FRAME_LARGEST / COBS_RUN + 2];
    static size_t filled;
    static bool too_long;

    if (byte != 0) {
        if (filled < sizeof line)
            line[filled++] = byte;
        else
            too_long = true;
        return false;
    }
    ptrdiff_t length = too_long ? -1 : cobs_decode(line, filled);
    filled = 0;
    too_long = false;
    if (length < FRAME_HEADER + CRC_BYTES || length > FRAME_LARGEST + CRC_BYTES)
        return false;
    size_t body = (size_t)length - CRC_BYTES;
    if (crc32(0, line, body) != get32(line + body))
        return false;
    *frame = (struct frame){
        .kind = line[0],
        .session = get32(line + 1),
        .sequence = get16(line + 5),
        .payload = line + FRAME_HEADER,
        .length = body - FRAME_HEADER,
    };
    return true;
}

void frame_send(const struct frame *frame)
{
    static uint8_t body[FRAME_LARGEST + CRC_BYTES];
    uint8_t *at = body;
    *at++ = frame->kind;
    at = put32(at, frame->session);
    at = put16(at, frame->sequence);
    for (size_t i = 0; i < frame->length; i++)
        *at++ = frame->payload[i];
    at = put32(at, crc32(0, body, (size_t)(at - body)));

    size_t length = (size_t)(at - body), sent = 0;
    bool more;
    serial_write(0);
    do {
        size_t run = 0;
        while (run < COBS_RUN && sent + run < length && body[sent + run] != 0)
            run++;
        serial_write((uint8_t)(run + 1));
        for (size_t i = 0; i < run; i++)
            serial_write(body[sent + i]);
        sent += run;
        more = sent < length;
        if (run < COBS_RUN)
            sent++; /* the zero that ended the run; the group says it */
    } while (more);
    serial_write(0);
}
