/* The queue of requests: each is a batch of puzzles of one size, for one task. */
#pragma once

#include "engine.h"
#include "frame.h"
#include "queue.h"

/* The puzzles of a SOLVE. */
struct batch {
    const struct engine *engine;
    enum reason reason; /* why none of them can be solved */
    uint8_t task;
    uint8_t left; /* puzzles without a result */
    bool counts;
    bool cancelled; /* all that are left: the end of a puzzle's bytes is known only once it was read */
    uint64_t limit;
    struct terms terms;
    size_t result_bytes; /* the most of one of them */
    struct puzzle next;
    uint8_t puzzles[];
};

/* Those that are not done; the oldest one first. */
extern struct queue batches;

/* Return whether the payload of a SOLVE makes sense, but for what its task needs to know. */
bool batch_makes_sense(const struct frame *request);

/* Add what such a SOLVE asks for; return ACCEPTED, MALFORMED, or BUSY if there is no room. */
enum reason batch_add(const struct frame *request, const struct batch **added);
