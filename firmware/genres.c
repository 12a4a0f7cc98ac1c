#include "genre.h"
#include "slitherlink_checker.h"
#include "slitherlink_fast.h"

const struct genre *const genres[] = {
#ifdef DEDUCER
    &slitherlink_fast,
#endif
#ifdef CHECKER
    &slitherlink_checker,
#endif
};
const size_t genre_count = sizeof genres / sizeof *genres;
