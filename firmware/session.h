/* The session with the host, and the answers in this session (docs/develop/protocol.md). */
#pragma once

#include <stdbool.h>

#include "frame.h"

/* Open a session; return whether its number is new. */
bool session_open(uint32_t number);

/* Return whether a session is open and has this number. */
bool session_is(uint32_t number);

/* Start an answer; return the address at which its payload must be written. frame_end sends the answer. */
uint8_t *answer_begin(enum kind kind, uint16_t sequence);

/* Start an answer in the caller's own body, as answer_begin does; frame_send sends this answer. */
uint8_t *answer_head(uint8_t *body, enum kind kind, uint16_t sequence);

/* Refuse a request. */
void refuse(const struct frame *request, enum reason reason);
