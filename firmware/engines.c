#include "engine.h"

#define ENTRY(name, NAME) \
    {BUILD_##NAME##_GENRE, BUILD_##NAME##_NUMBER, BUILD_##NAME##_ROWS, BUILD_##NAME##_COLS, &name##_engine},
const struct built_engine engines[] = {ENGINES(ENTRY)};
const size_t engine_count = sizeof engines / sizeof *engines;
