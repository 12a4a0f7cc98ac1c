// Instead of firmware/hardware/self.h: what surrounds the firmware says what it is, and what it becomes.
#pragma once

#include <stdint.h>

static inline uint32_t self_interface() { return INTERFACE; }
uint32_t self_firmware();
bool self_is_loaded();
void self_become(bool loaded);
