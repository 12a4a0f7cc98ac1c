/* The identity and the place of this firmware. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "registers.h"

static inline uint32_t self_interface(void) { return INTERFACE; }
static inline uint32_t self_firmware(void) { return FIRMWARE; }

/* Return whether it runs from where images are loaded, not from the ROM. */
static inline bool self_is_loaded(void)
{
    extern const uint8_t _start[];
    return _start == IMAGE;
}

/* Start the loaded firmware, or the ROM's. */
static inline void self_become(bool loaded)
{
    const void *start = loaded ? IMAGE : 0;
    /* The instruction cache may still hold earlier contents. */
    __asm__ volatile("fence.i\n\tjr %0" : : "r"(start) : "memory");
    __builtin_unreachable();
}
