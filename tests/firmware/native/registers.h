/* Instead of the gateware's registers: the sizes alone. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdint.h>

#define BUILD_ROWS 4u
#define BUILD_COLS 4u
#define BUILD_ROM_BYTES 4096u

extern uint8_t native_image[BUILD_ROM_BYTES];
#define IMAGE native_image

#endif
