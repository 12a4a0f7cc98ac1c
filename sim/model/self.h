// Instead of firmware/hardware/self.h: this firmware runs nowhere else, and a loaded one, being for another CPU, not here.
#pragma once

#include "registers.h"

inline uint32_t self_interface() { return INTERFACE; }
inline uint32_t self_firmware() { return FIRMWARE; }
inline bool self_is_loaded() { return false; }
inline void self_become(bool) {}
