#include "session.h"

#include "soc.h"

static uint32_t session;
static bool is_open;

bool session_open(uint32_t number)
{
    bool is_new = !session_is(number);
    session = number;
    is_open = true;
    return is_new;
}

bool session_is(uint32_t number) { return is_open && number == session; }

uint8_t *answer_begin(enum kind kind, uint16_t sequence) { return frame_begin((uint8_t)kind, session, sequence); }

uint8_t *answer_head(uint8_t *body, enum kind kind, uint16_t sequence)
{
    return frame_head(body, (uint8_t)kind, session, sequence);
}

void refuse(const struct frame *request, enum reason reason)
{
    leds_set(LEDS_LIGHTS_ERROR, true);
    uint8_t *at = frame_begin(KIND_REFUSED, request->session, request->sequence);
    *at++ = (uint8_t)reason;
    frame_end(at);
}
