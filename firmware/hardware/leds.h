/* The lights. */
#pragma once

#include <stdbool.h>

#include "registers.h"

static inline void leds_show(bool solving, bool error)
{
    LEDS->lights = LEDS_LIGHTS_ALIVE | (solving ? LEDS_LIGHTS_SOLVING : 0) | (error ? LEDS_LIGHTS_ERROR : 0);
}
