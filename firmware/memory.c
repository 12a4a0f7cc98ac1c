#include "memory.h"

#include <stdbool.h>
#include <stdint.h>

static inline bool in_words(const void *memory) { return (uintptr_t)memory % 4 == 0; }

void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    uint8_t *written = to;
    const uint8_t *read = from;
    if (in_words(to) && in_words(from)) {
        /* Copy several words at a time: the overhead of the loop takes as long as copying two words. */
        for (; length >= 16; length -= 16, written += 16, read += 16) {
            const uint32_t *from_word = (const uint32_t *)read;
            uint32_t *to_word = (uint32_t *)written;
            to_word[0] = from_word[0];
            to_word[1] = from_word[1];
            to_word[2] = from_word[2];
            to_word[3] = from_word[3];
        }
        for (; length >= 4; length -= 4, written += 4, read += 4)
            *(uint32_t *)written = *(const uint32_t *)read;
    }
    while (length--)
        *written++ = *read++;
    return to;
}

__attribute__((minsize)) void *memset(void *memory, int value, size_t length)
{
    uint8_t *written = memory;
    if (in_words(memory))
        for (; length >= 4; length -= 4, written += 4)
            *(uint32_t *)written = (uint8_t)value * 0x01010101u;
    while (length--)
        *written++ = (uint8_t)value;
    return memory;
}
