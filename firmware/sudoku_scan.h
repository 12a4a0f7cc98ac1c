/* Sudoku of every order by the scan engine. */
#ifndef SUDOKU_SCAN_H
#define SUDOKU_SCAN_H

#include "genre.h"

extern const struct genre sudoku_scan;

#endif
