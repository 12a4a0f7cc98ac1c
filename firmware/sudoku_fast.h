/* Sudoku by the parallel engine: the search in hardware, or, to compare with it, here. */
#ifndef SUDOKU_FAST_H
#define SUDOKU_FAST_H

#include "genre.h"

extern const struct genre sudoku_fast, sudoku_steps;

#endif
