#include "engine.h"

#define ENTRY(name, NAME) \
    {BUILD_##NAME##_GENRE, BUILD_##NAME##_NUMBER, BUILD_##NAME##_ROWS, BUILD_##NAME##_COLS, &name##_engine},
const struct built_engine engines[] = {ENGINES(ENTRY)};
const size_t engine_count = sizeof engines / sizeof *engines;

COLD const struct engine *find_engine(uint8_t genre, uint8_t number)
{
    for (size_t i = 0; i < engine_count; i++)
        if (engines[i].genre == genre && engines[i].number == number)
            return engines[i].engine;
    return NULL;
}
