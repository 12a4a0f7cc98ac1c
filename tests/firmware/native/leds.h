#ifndef LEDS_H
#define LEDS_H

#include <stdbool.h>

static inline void leds_show(bool solving, bool error)
{
    (void)solving;
    (void)error;
}

#endif
