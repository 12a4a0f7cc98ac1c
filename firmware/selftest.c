#include "selftest.h"

#include "attributes.h"
#include "bytes.h"
#include "registers.h"

#define ROUNDS 256

static uint32_t heard; /* the number of TESTs of the line since reset */

/* Return a mask of the bits that are wrong in any word of the RAM. The loop inverts each word for a moment. Meanwhile,
 * it checks two things: the word must read as its inverse, and another word must not have changed. The address of the
 * other word differs in one bit; the loop goes through all bits of the address. All contents are restored, and the
 * loop's own variables are in CPU registers, so the test can run at any time. */
static inline uint32_t wrong_bits(void)
{
    uint32_t wrong = 0, bit = 1;
    for (uint32_t word = 0; word < RAM_WORDS; word++) {
        uint32_t other = word ^ bit;
        if (other >= RAM_WORDS)
            other = word ^ 1;
        uint32_t inverse = ~RAM[word], before = RAM[other];
        RAM[word] = inverse;
        wrong |= (RAM[word] ^ inverse) | (RAM[other] ^ before);
        RAM[word] = ~inverse;
        bit <<= 1;
        if (bit >= RAM_WORDS)
            bit = 1;
    }
    return wrong;
}

/* Return the sum of the ROM's words; the build sets the last word so that the sum is 0. */
static inline uint32_t rom_sum(void)
{
    uint32_t sum = 0;
    for (uint32_t word = 0; word < ROM_WORDS; word++)
        sum += ROM[word];
    return sum;
}

/* Compute a number with additions, subtractions, shifts, comparisons and logic; errors of the CPU change the result. */
SELDOM uint32_t computed(uint32_t x)
{
    uint32_t y = x, rounds = ROUNDS;
    do {
        x += y << (x & 31);
        y ^= x >> (y & 31);
        x -= (uint32_t)((int32_t)y >> (x & 31));
        y += x < y;
        y ^= (uint32_t)((int32_t)x < (int32_t)y);
    } while (--rounds > 0);
    return x ^ y;
}

LAST enum reason self_test(const struct frame *request)
{
    enum { HEAD = 5 };
    if (request->length < HEAD)
        return REASON_MALFORMED;
    uint32_t number;
    switch (request->payload[HEAD - 1]) {
    case PART_LINE:
        number = ++heard;
        break;
    case PART_RAM:
        number = wrong_bits();
        break;
    case PART_ROM:
        number = rom_sum();
        break;
    case PART_CPU:
        number = computed(number_at(request->payload));
        break;
    default:
        return REASON_MALFORMED;
    }
    frame_return(request, KIND_TESTED, number);
    return REASON_ACCEPTED;
}
