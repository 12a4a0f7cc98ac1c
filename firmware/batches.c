#include "batches.h"

#include "bytes.h"
#include "cells.h"
#include "memory.h"
#include "results.h"

_Static_assert(sizeof(struct batch) + BUILD_PUZZLE_BYTES + 4 <= REQUEST_BYTES, "a puzzle fits into its queue");

static uint32_t request_memory[REQUEST_BYTES / 4];
struct queue batches = {.memory = request_memory, .words = REQUEST_BYTES / 4};

/* Read the parameters of a batch's task; return their end, or NULL if they are invalid. */
SELDOM const uint8_t *read_task(const uint8_t *at, const uint8_t *end, struct batch *batch)
{
    enum { THINNING = 9 };
    if (batch->task == TASK_COUNT)
        return get_varint(at, end, &batch->terms.most);
    if (batch->task != TASK_THIN)
        return at;
    if (end - at < THINNING)
        return NULL;
    batch->terms.thinning = (struct thinning){
        .seed = number_at(at), .least = get16(at + 4), .symmetry = at[6], .ease = at[7], .masks = at[8], .full = batch->puzzles};
    return batch->terms.thinning.symmetry & 1 ? at + THINNING : NULL;
}

/* Skip the data that all puzzles of a batch for TASK_THIN share; the data precedes the first puzzle. */
SELDOM void read_shared(struct batch *batch)
{
    const uint32_t masks = batch->terms.thinning.masks;
    struct puzzle *next = &batch->next;
    uint32_t bytes = batch->engine->solution_bytes(next->rows, next->cols)
        + ((masks & MASKS_SOME ? 1 : 0) + (masks & MASKS_FIXED ? 1 : 0)) * bits_bytes(next->cells);
    const size_t length = (size_t)(next->end - next->bytes);
    if (bytes <= length && batch->engine->thinned_bits != 0) {
        uint32_t clues = masks & MASKS_SOME ? count_bits(next->bytes, next->cells) : next->cells;
        bytes += bits_bytes(clues * batch->engine->thinned_bits);
    }
    if (bytes > length)
        batch->reason = REASON_MALFORMED;
    next->bytes += bytes;
}

/* The offsets of the fields in the payload of a SOLVE. */
enum { GENRE = 2, ENGINE, FLAGS, ROWS, COLS, NUMBER, LIMIT };

static const uint8_t *end_of(const struct frame *request) { return request->payload + request->length; }

static uint32_t task_of(uint32_t flags) { return (flags & FLAGS_TASK) / (FLAGS_TASK & -FLAGS_TASK); }

COLD bool batch_is_valid(const struct frame *request)
{
    const uint8_t *payload = request->payload;
    uint64_t limit;
    if (request->length < LIMIT || get_varint(payload + LIMIT, end_of(request), &limit) == NULL)
        return false;
    const uint32_t flags = payload[FLAGS], count = flags & FLAGS_COUNT, number = payload[NUMBER];
    return count >= 1 && count <= MAX_SOLUTIONS && number != 0
        && !(flags & FLAGS_STORED && (number != 1 || task_of(flags) != TASK_SEARCH));
}

/* Return ACCEPTED, or the reason why no puzzle of the batch can be solved. */
static enum reason refusal_reason(const struct batch *batch)
{
    if (batch->engine == NULL)
        return REASON_UNKNOWN_GENRE;
    enum reason reason = batch->engine->check(batch->next.rows, batch->next.cols, batch->next.stored);
    return reason == REASON_ACCEPTED && batch->engine->run[batch->task] == NULL ? REASON_UNKNOWN_TASK : reason;
}

/* Return the maximum size of a result. */
static size_t result_bytes(const struct batch *batch, uint32_t solutions)
{
    size_t bytes = RESULT_HEAD + (batch->counts ? RESULT_COUNTERS : 0);
    if (batch->task != TASK_SEARCH) {
        bytes += VARINT_BYTES;
        solutions = batch->task == TASK_CERTAIN ? CERTAIN_SOLUTIONS : MAX_SOLUTIONS;
    }
    if (batch->reason == REASON_ACCEPTED && !batch->next.stored)
        bytes += solutions * batch->engine->solution_bytes(batch->next.rows, batch->next.cols);
    return bytes;
}

COLD enum reason batch_add(const struct frame *request, const struct batch **added)
{
    const uint8_t *const payload = request->payload, *const end = end_of(request);
    const uint32_t flags = payload[FLAGS], count = flags & FLAGS_COUNT;
    uint64_t limit;
    const uint8_t *puzzles = get_varint(payload + LIMIT, end, &limit);
    struct batch *batch = (struct batch *)queue_reserve(&batches, sizeof *batch + (size_t)(end - puzzles));
    if (batch == NULL)
        return REASON_BUSY;
    batch->task = (uint8_t)task_of(flags);
    batch->terms.count = (uint8_t)count;
    puzzles = read_task(puzzles, end, batch);
    if (puzzles == NULL)
        return REASON_MALFORMED;
    size_t length = (size_t)(end - puzzles);
    memcpy(batch->puzzles, puzzles, length);
    batch->engine = find_engine(payload[GENRE], payload[ENGINE]);
    batch->left = payload[NUMBER];
    batch->counts = flags & FLAGS_COUNTERS;
    batch->cancelled = false;
    batch->limit = limit;
    const uint8_t rows = payload[ROWS], cols = payload[COLS];
    const bool stored = flags & FLAGS_STORED;
    batch->next = (struct puzzle){batch->puzzles, batch->puzzles + length, (uint32_t)rows * cols, rows, cols, stored};
    batch->reason = refusal_reason(batch);
    batch->result_bytes = result_bytes(batch, count);
    if (batch->reason == REASON_ACCEPTED && batch->task == TASK_THIN)
        read_shared(batch);
    queue_add(&batches, sizeof *batch + length);
    *added = batch;
    return REASON_ACCEPTED;
}
