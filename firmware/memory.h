/* What a C compiler expects of every library; here there is none. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memset(void *memory, int value, size_t length);

#endif
