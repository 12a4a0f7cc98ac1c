/* The numbers of cells in reading order, computed without multiplication, which is slow. */
#pragma once

#include "engine.h"

extern uint16_t row_begins[BUILD_NUMBERED_ROWS];

/* Set the width of the grid. */
void cells_begin(const struct puzzle *puzzle);

static inline uint32_t cell_number(uint32_t row, uint32_t col) { return row_begins[row] + col; }

/* Bit strings with one bit for each cell. */
static inline bool has_bit(const uint8_t *bits, uint32_t number) { return bits[number / 8] >> number % 8 & 1; }
static inline void set_bit(uint8_t *bits, uint32_t number) { bits[number / 8] |= (uint8_t)(1u << number % 8); }
static inline void clear_bit(uint8_t *bits, uint32_t number) { bits[number / 8] &= (uint8_t)~(1u << number % 8); }

/* Return how many of the bits of the first `cells` cells are set. */
uint32_t count_bits(const uint8_t *bits, uint32_t cells);
