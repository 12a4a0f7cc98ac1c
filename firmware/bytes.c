#include "bytes.h"

#include "attributes.h"

COLD uint8_t *put_number(uint8_t *at, uint32_t number) { return put32(at, number); }
COLD uint32_t number_at(const uint8_t *at) { return get32(at); }

OFTEN uint8_t *put_varint(uint8_t *at, uint64_t value)
{
    for (; value >> 32 != 0; value >>= 7)
        *at++ = (uint8_t)value | 0x80;
    uint32_t low = (uint32_t)value; /* most numbers are small */
    for (; low >> 7 != 0; low >>= 7)
        *at++ = (uint8_t)low | 0x80;
    *at++ = (uint8_t)low;
    return at;
}

COLD const uint8_t *get_varint(const uint8_t *at, const uint8_t *end, uint64_t *value)
{
    const uint8_t *behind = at;
    do {
        if (behind == end || behind - at == VARINT_BYTES)
            return NULL;
    } while (*behind++ & 0x80);
    *value = 0;
    for (const uint8_t *byte = behind; byte != at;)
        *value = *value << 7 | (*--byte & 0x7f);
    return behind;
}
