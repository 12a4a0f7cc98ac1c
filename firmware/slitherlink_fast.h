/* Slitherlink by the deducer: the search over what deduction leaves open. */
#ifndef SLITHERLINK_FAST_H
#define SLITHERLINK_FAST_H

#include "genre.h"

extern const struct genre slitherlink_fast;

#endif
