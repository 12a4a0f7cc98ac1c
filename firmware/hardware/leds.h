/* The lights: LEDS_LIGHTS_ALIVE, LEDS_LIGHTS_SOLVING, LEDS_LIGHTS_ERROR. */
#pragma once

#include <stdbool.h>

#include "registers.h"

static inline void leds_set(uint32_t light, bool on)
{
    uint32_t others = LEDS->lights & ~light;
    LEDS->lights = on ? others | light : others;
}
