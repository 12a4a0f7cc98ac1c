/* Instead of the gateware's registers: what there is, and how large. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdint.h>

#define CHECKER
#define BUILD_CHECKER_ROWS 4u
#define BUILD_CHECKER_COLS 4u
#define DEDUCER
#define BUILD_DEDUCER_ROWS 5u
#define BUILD_DEDUCER_COLS 4u
#define SUDOKU
#define BUILD_SUDOKU_ORDER 2
#define SCAN
#define BUILD_SCAN_ORDER 6
#define BUILD_ROM_BYTES 4096u

extern uint8_t native_image[BUILD_ROM_BYTES];
#define IMAGE native_image

#endif
