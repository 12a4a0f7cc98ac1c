#include "cells.h"

uint16_t row_begins[BUILD_NUMBERED_ROWS];

void cells_begin(const struct puzzle *puzzle)
{
    for (uint32_t row = 0, number = 0; row < puzzle->rows; row++, number += puzzle->cols)
        row_begins[row] = (uint16_t)number;
}

COLD uint32_t count_bits(const uint8_t *bits, uint32_t cells)
{
    uint32_t count = 0;
    for (uint32_t cell = 0; cell < cells; cell++)
        count += has_bit(bits, cell);
    return count;
}
