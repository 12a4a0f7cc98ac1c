#include "image.h"

#include "bytes.h"
#include "frame.h"
#include "memory.h"
#include "self.h"

enum { MAGIC_AT = 4, INTERFACE_AT = 8, HEAD = 16 };

enum reason image_store(uint32_t offset, const uint8_t *piece, size_t length)
{
    if (self_is_loaded())
        return REASON_LOADED_RUNS; /* the piece would overwrite it */
    if (offset % 4 != 0)
        return REASON_MALFORMED;
    if (offset > BUILD_ROM_BYTES || length > BUILD_ROM_BYTES - offset)
        return REASON_TOO_LARGE;
    memcpy(IMAGE + offset, piece, length);
    return REASON_ACCEPTED;
}

enum reason image_check(uint32_t length, uint32_t crc)
{
    if (self_is_loaded())
        return REASON_LOADED_RUNS;
    if (length > BUILD_ROM_BYTES)
        return REASON_TOO_LARGE;
    if (length < HEAD || crc32(0, IMAGE, length) != crc || get32(IMAGE + MAGIC_AT) != IMAGE_MAGIC)
        return REASON_DAMAGED_IMAGE;
    return get32(IMAGE + INTERFACE_AT) == self_interface() ? REASON_ACCEPTED : REASON_OTHER_BUILD;
}
