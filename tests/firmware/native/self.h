#ifndef SELF_H
#define SELF_H

#include "native.h"

static inline uint32_t self_interface(void) { return 0x1a2b3c4d; }
static inline uint32_t self_firmware(void) { return native_firmware; }
static inline bool self_is_loaded(void) { return native_loaded; }
static inline void self_become(bool loaded) { native_becomes = loaded ? BECOMES_IMAGE : BECOMES_OWN; }

#endif
