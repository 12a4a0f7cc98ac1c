/* The queue of requests: each is a batch of puzzles of one size, for one task. */
#pragma once

#include "engine.h"
#include "frame.h"
#include "queue.h"

/* The puzzles of a SOLVE. */
struct batch {
    const struct engine *engine;
    enum reason reason; /* the reason if no puzzle of the batch can be solved */
    uint8_t task;
    uint8_t left; /* puzzles without a result */
    bool counts;
    bool cancelled; /* all puzzles left: the end of a puzzle is only known after reading it */
    uint64_t limit;
    struct terms terms;
    size_t result_bytes; /* maximum size of one result */
    struct puzzle next;
    uint8_t puzzles[];
};

/* Unfinished batches, oldest first. */
extern struct queue batches;

/* Return whether the payload of a SOLVE is valid, except for the parameters of its task. */
bool batch_makes_sense(const struct frame *request);

/* Add the batch of such a SOLVE; return ACCEPTED, MALFORMED, or BUSY if there is no room. */
enum reason batch_add(const struct frame *request, const struct batch **added);
