/* Functions that the compiler calls even if there is no C library. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memset(void *memory, int value, size_t length);

#endif
