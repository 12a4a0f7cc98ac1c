#include "memory.h"

#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    uint8_t *written = to;
    const uint8_t *read = from;
    while (length--)
        *written++ = *read++;
    return to;
}

void *memset(void *memory, int value, size_t length)
{
    uint8_t *written = memory;
    while (length--)
        *written++ = (uint8_t)value;
    return memory;
}
