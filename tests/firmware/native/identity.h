#ifndef IDENTITY_H
#define IDENTITY_H

#include "registers.h"

static inline uint32_t identity_build_low(void) { return 0x33221100; }
static inline uint32_t identity_build_high(void) { return 0x77665544; }
static inline uint32_t identity_clock_hz(void) { return 50000000; }
static inline uint32_t identity_bit_rate(void) { return 1000000; }
static inline uint8_t identity_checker_rows(void) { return BUILD_CHECKER_ROWS; }
static inline uint8_t identity_checker_cols(void) { return BUILD_CHECKER_COLS; }
static inline uint8_t identity_deducer_rows(void) { return BUILD_DEDUCER_ROWS; }
static inline uint8_t identity_deducer_cols(void) { return BUILD_DEDUCER_COLS; }
static inline uint8_t identity_sudoku_rows(void) { return BUILD_SUDOKU_ORDER * BUILD_SUDOKU_ORDER; }
static inline uint8_t identity_sudoku_cols(void) { return BUILD_SUDOKU_ORDER * BUILD_SUDOKU_ORDER; }
static inline uint8_t identity_scan_rows(void) { return BUILD_SCAN_ORDER * BUILD_SCAN_ORDER; }
static inline uint8_t identity_scan_cols(void) { return BUILD_SCAN_ORDER * BUILD_SCAN_ORDER; }

#endif
