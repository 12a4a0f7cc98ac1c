/* Loading of another firmware (docs/develop/protocol.md). */
#pragma once

#define IMAGE_MAGIC 0x4c574f52

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

#include "engine.h"

/* Store a piece of an image. */
enum reason image_store(uint32_t offset, const uint8_t *piece, size_t length);

/* Verify that the stored image is whole and for this build. */
enum reason image_check(uint32_t length, uint32_t crc);

#endif
