/* The session with the host, and answers within it (docs/develop/protocol.md). */
#pragma once

#include <stdbool.h>

#include "frame.h"

/* Begin a session, unless it has that number already; return whether it is a new one. */
bool session_open(uint32_t number);

/* Return whether this is the number of the current session. */
bool session_is(uint32_t number);

/* Begin an answer; return where to write its payload. frame_end sends it. */
uint8_t *answer_begin(enum kind kind, uint16_t sequence);

/* The same in a body of the caller's, which frame_send sends. */
uint8_t *answer_head(uint8_t *body, enum kind kind, uint16_t sequence);

/* Refuse a request. */
void refuse(const struct frame *request, enum reason reason);
