#ifndef SERIAL_H
#define SERIAL_H

#include "native.h"

static inline int32_t serial_read(void) { return native_serial_read(); }
static inline void serial_write(const uint8_t *bytes, const uint8_t *end) { native_serial_write(bytes, end); }
static inline void serial_flush(void) {}
static inline uint32_t serial_divisor(void) { return native_divisor; }
static inline void serial_set_divisor(uint32_t divisor) { native_divisor = divisor; }

#endif
