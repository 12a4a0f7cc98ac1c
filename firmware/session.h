/* The session with the host, and answers within it (docs/develop/protocol.md). */
#pragma once

#include <stdbool.h>

#include "frame.h"

/* Open a session; return whether its number is new. */
bool session_open(uint32_t number);

/* Return whether a session is open and has this number. */
bool session_is(uint32_t number);

/* Start an answer; return where to write its payload. frame_end sends it. */
uint8_t *answer_begin(enum kind kind, uint16_t sequence);

/* The same in the caller's own body, which frame_send sends. */
uint8_t *answer_head(uint8_t *body, enum kind kind, uint16_t sequence);

/* Refuse a request. */
void refuse(const struct frame *request, enum reason reason);
