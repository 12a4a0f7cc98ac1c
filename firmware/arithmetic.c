/* Multiplication and division, which the CPU lacks; the compiler generates calls to these functions. */
#include <stdint.h>

/* Multiply; this is fastest if the second factor is small. */
uint32_t __mulsi3(uint32_t one, uint32_t other)
{
    uint32_t product = 0;
    for (; other != 0; other >>= 1, one <<= 1)
        if (other & 1)
            product += one;
    return product;
}

uint32_t __udivsi3(uint32_t dividend, uint32_t divisor)
{
    uint32_t quotient = 0, rest = 0;
    for (uint32_t bit = 32; bit-- > 0;) {
        rest = rest << 1 | (dividend >> bit & 1);
        if (rest >= divisor) {
            rest -= divisor;
            quotient |= 1u << bit;
        }
    }
    return quotient;
}
