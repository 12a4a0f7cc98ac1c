/* The firmware on the machine that tests it: a serial line in memory, a clock that the test winds, and engines that the
 * test supplies. The headers beside this one stand in for firmware/hardware. */
#ifndef NATIVE_H
#define NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct native_checker {
    void (*begin)(uint32_t rows, uint32_t cols);
    void (*clue)(uint32_t row, uint32_t col, uint32_t clue);
    void (*assign)(uint32_t row, uint32_t col, uint32_t choice);
    bool (*conflict)(void);
    bool (*one_loop)(void);
    bool (*joinable)(void);
    uint32_t (*inside)(uint32_t row);
    uint32_t (*outside)(uint32_t row);
};

struct native_deducer {
    uint32_t (*pages)(uint32_t rows);
    void (*begin)(uint32_t rows, uint32_t cols);
    void (*clue)(uint32_t row, uint32_t col, uint32_t clue);
    void (*choose_page)(uint32_t page, uint32_t parent);
    void (*solve)(bool any_solution);
    void (*assume)(uint32_t row, uint32_t col, bool outside, bool any_solution);
    void (*stop)(void);
    uint32_t (*state)(void);
    uint32_t (*inside)(uint32_t row);
    uint32_t (*counter)(uint32_t number);
};

struct native_sudoku {
    void (*begin)(void);
    void (*given)(uint32_t row, uint32_t col, uint32_t digit);
    void (*solve)(bool stepwise);
    void (*guess)(bool stepwise);
    void (*back)(bool stepwise);
    void (*stop)(void);
    uint32_t (*state)(void);
    uint32_t (*row)(uint32_t row);
    uint32_t (*counter)(uint32_t number);
};

/* The largest that the engine for every order takes. */
#define NATIVE_SCAN_CELLS (36 * 36)

struct native_scan {
    /* Puts up to `count` solutions in the place of the puzzle, NATIVE_SCAN_CELLS apart, and tells how many. */
    uint8_t (*solve)(uint32_t rows, uint8_t *cells, uint32_t count);
};

extern struct native_checker native_checker;
extern struct native_deducer native_deducer;
extern struct native_sudoku native_sudoku;
extern struct native_scan native_scan;
extern uint64_t native_cycles;
extern uint32_t native_divisor;
extern uint32_t native_firmware;
extern bool native_loaded;

/* What the firmware jumped to; nothing more is read from the line until the test has made a new one of it. */
extern enum native_becomes { BECOMES_NOTHING, BECOMES_OWN, BECOMES_IMAGE } native_becomes;

int32_t native_serial_read(void);
void native_serial_write(const uint8_t *bytes, const uint8_t *end);

#endif
