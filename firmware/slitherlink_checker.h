/* Slitherlink by the checker: the algorithm of Miyauchi and Tanaka (2020), section 3.1, Figs. 8 to 10. */
#ifndef SLITHERLINK_CHECKER_H
#define SLITHERLINK_CHECKER_H

#include "genre.h"

extern const struct genre slitherlink_checker;

#endif
