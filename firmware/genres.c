#include "genre.h"
#include "slitherlink.h"

const struct genre *const genres[] = {&slitherlink_checker};
const size_t genre_count = sizeof genres / sizeof *genres;
