#include "cells.h"

uint16_t row_begins[BUILD_NUMBERED_ROWS];

void cells_begin(const struct puzzle *puzzle)
{
    for (uint32_t row = 0, number = 0; row < puzzle->rows; row++, number += puzzle->cols)
        row_begins[row] = (uint16_t)number;
}
