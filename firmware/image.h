/* Another firmware in place of this one (docs/protocol.md). */
#ifndef IMAGE_H
#define IMAGE_H

#define IMAGE_MAGIC 0x4c574f52

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

#include "genre.h"

/* Puts a piece of an image in its place. */
enum refusal image_store(uint32_t offset, const uint8_t *piece, size_t length);

/* Is the stored image whole, and made for this build? */
enum refusal image_check(uint32_t length, uint32_t crc);

#endif
#endif
