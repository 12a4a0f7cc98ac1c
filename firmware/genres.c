#include "genre.h"
#include "slitherlink_checker.h"
#include "slitherlink_fast.h"
#include "sudoku_fast.h"
#include "sudoku_scan.h"

const struct genre *const genres[] = {
#ifdef DEDUCER
    &slitherlink_fast,
#endif
#ifdef CHECKER
    &slitherlink_checker,
#endif
#ifdef SUDOKU
    &sudoku_fast,
    &sudoku_steps,
#endif
#ifdef SCAN
    &sudoku_scan,
#endif
};
const size_t genre_count = sizeof genres / sizeof *genres;
