/* The queue of requests. Each request is a batch of puzzles that have the same size and the same task. */
#pragma once

#include "engine.h"
#include "frame.h"
#include "queue.h"

/* The puzzles of a SOLVE. */
struct batch {
    const struct engine *engine;
    enum reason reason; /* the reason why no puzzle of the batch can be solved, or ACCEPTED */
    uint8_t task;
    uint8_t left; /* the number of puzzles that have no result yet */
    bool counts;
    bool cancelled; /* all remaining puzzles are cancelled; a cancelled puzzle is not read, so its end is unknown */
    uint64_t limit;
    struct terms terms;
    size_t result_bytes; /* the maximum size of one result */
    struct puzzle next;
    uint8_t puzzles[];
};

/* The unfinished batches; the oldest comes first. */
extern struct queue batches;

/* Return whether the payload of a SOLVE is valid, except for the parameters of its task. */
bool batch_is_valid(const struct frame *request);

/* Add the batch of a SOLVE for which batch_is_valid returned true. Return ACCEPTED, or MALFORMED if the task's
 * parameters are invalid, or BUSY if the queue has no room for the batch. */
enum reason batch_add(const struct frame *request, const struct batch **added);
