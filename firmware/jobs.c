#include "jobs.h"

#include "bits.h"
#include "bytes.h"
#include "cells.h"
#include "engine.h"
#include "leds.h"
#include "memory.h"
#include "queue.h"
#include "requests.h"
#include "serial.h"
#include "session.h"
#include "timer.h"

/* No result is added to a RESULT that would become longer, as far as the one before tells; a result that may be longer has a frame
 * of its own. COBS adds a second byte to a longer frame. */
#define GATHERED (254 - FRAME_HEADER - 4)

/* With so much room in the UART's queue, the CPU need not wait for it to send such a frame. */
#define SENT_AT_ONCE 260

/* The line's queue takes twice as many bits. */
#define UNHEARD_BITS 2048

/* The most bytes of a result besides its solutions: status, cycles, counters. */
#define RESULT_HEAD (1 + VARINT_BYTES)
#define RESULT_COUNTERS (1 + VARINT_BYTES * BUILD_COUNTERS)
/* What is certain takes as many bytes as four solutions or fewer, besides a number. */
#define CERTAIN_SOLUTIONS 4
#define RESULT_BYTES (RESULT_HEAD + RESULT_COUNTERS + VARINT_BYTES + CERTAIN_SOLUTIONS * BUILD_SOLUTION_BYTES)

/* The results of consecutive jobs: a RESULT, which is sent, and sent again, as it is. */
struct gathered {
    uint16_t behind; /* the job behind the last one */
    uint16_t length; /* of the body, which begins with a word */
    uint8_t body[];
};
#define AROUND_RESULTS (sizeof(struct gathered) + FRAME_HEADER + FRAME_END)
enum { RESULTS_BYTES = RESULT_BYTES < 1024 ? 2560 : 2 * (RESULT_BYTES + AROUND_RESULTS) + 8 };
_Static_assert(RESULT_BYTES <= FRAME_PAYLOAD, "a result fits into a frame");

/* The puzzles of a SOLVE, all of one size. */
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
_Static_assert(sizeof(struct batch) + BUILD_PUZZLE_BYTES + 4 <= REQUEST_BYTES, "a puzzle fits into its queue");

static uint32_t request_memory[REQUEST_BYTES / 4], result_memory[RESULTS_BYTES / 4];
static struct queue batches = {.memory = request_memory, .words = REQUEST_BYTES / 4};
static struct queue results = {.memory = result_memory, .words = RESULTS_BYTES / 4};

/* Jobs are numbered in the order in which they come, are solved and have results. */
static uint16_t expected; /* the next job to come */
static uint16_t ended; /* the first job without a result */
static uint16_t queued; /* the first job whose result is not in the queue */
static uint16_t sent; /* the first job whose result was not sent */
static uint16_t kept; /* the first job whose result is kept, because the host may not have it */
static uint32_t unsent; /* in the queue, the results from job `sent` on, if it is there */
static uint16_t cancelled; /* while `cancelling`, jobs before this one are not wanted any more */
static bool cancelling;
static bool untold; /* jobs came of which the host does not know that they did */

/* The results that are not in the queue yet, in its reserved block. */
static struct {
    struct gathered *block; /* NULL: none */
    uint8_t *end; /* of the results so far, where the next one begins */
    const uint8_t *full; /* no result is to end beyond */
    size_t result_bytes; /* the most of one of them */
} gathering;

/* The job whose puzzle, and later whose solutions, are in an engine's memory. */
static struct {
    const struct engine *engine; /* NULL: no job */
    uint16_t job;
    uint8_t solutions;
    uint32_t cells;
} memory;

/* The running search. */
static struct {
    const struct engine *engine; /* NULL: none runs */
    struct result result;
    uint64_t limit;
    bool forgotten; /* its result is not wanted any more */
    bool served; /* the host was served meanwhile */
} search;
uint64_t search_began;
uint32_t search_due; /* in clocks since reset, modulo 2**32 */

/* Return whether a job comes before another one; their numbers wrap around. */
static bool is_before(uint16_t one, uint16_t other) { return (int16_t)(one - other) < 0; }

COLD void jobs_forget(void)
{
    queue_clear(&batches);
    queue_clear(&results);
    gathering.block = NULL;
    expected = ended = queued = sent = kept = 0;
    cancelling = untold = false;
    memory.engine = NULL;
    search.forgotten = true;
}

/* Begin to gather results, which are to have at most so many bytes, with so much room behind. Return whether there is room. */
SMALL __attribute__((noinline)) static bool gather(size_t most, size_t room)
{
    struct gathered *block = (struct gathered *)queue_reserve(&results, AROUND_RESULTS + most + room);
    if (block == NULL)
        return false;
    gathering.block = block;
    gathering.end = answer_head(block->body, KIND_RESULT, ended);
    gathering.full = gathering.end + most;
    return true;
}

/* Begin to gather results of up to so many bytes each. */
SELDOM bool gather_results(size_t result_bytes)
{
    gathering.result_bytes = result_bytes;
    /* Room for the last one; and for it with another RESULT around it, in its block, see send_results. */
    return result_bytes > GATHERED ? gather(0, result_bytes) : gather(GATHERED, 4 + AROUND_RESULTS + 2 * result_bytes);
}

/* Put into the queue what was gathered, with so many more bytes. */
SMALL __attribute__((noinline)) static void gathered(size_t more)
{
    struct gathered *block = gathering.block;
    if (sent == queued)
        unsent = results.reserved;
    queued = block->behind = ended;
    block->length = (uint16_t)(gathering.end - block->body);
    queue_add(&results, sizeof *block + block->length + more);
    gathering.block = NULL;
}

/* Send the oldest results that were not sent. */
SMALL static void send_results(void)
{
    if (sent == queued && search.engine == NULL) {
        gathered(FRAME_END);
    } else if (sent == queued) {
        /* Behind them is what the running search has of its result. That will be moved behind the next ones, for which
         * gather_results has left room. */
        gathered(gathering.result_bytes);
        gather(0, gathering.result_bytes);
    }
    struct gathered *block = (struct gathered *)queue_bytes(&results, unsent);
    uint8_t *const end = block->body + block->length, behind[FRAME_END];
    memcpy(behind, end, sizeof behind);
    frame_send(block->body, end);
    memcpy(end, behind, sizeof behind);
    sent = block->behind;
    unsent = queue_next(&results, unsent);
}

/* `sequence` is that of the request that asks for it, or 0. */
SELDOM void answer_state(uint16_t sequence, enum dropped dropped)
{
    while (sent != ended)
        send_results();
    bool runs = search.engine != NULL && !search.forgotten;
    uint8_t *at = answer_begin(KIND_STATE, sequence);
    at = put16(at, expected);
    at = put16(at, ended);
    *at++ = (uint8_t)dropped;
    at = put_varint(at, runs ? timer_cycles() - search_began : 0);
    at = put_varint(at, runs ? search.result.counter[0] : 0);
    frame_end(at);
    untold = false;
}

/* The host has the results of all jobs before this one. */
SELDOM void forget_results(uint16_t taken)
{
    while (kept != sent && is_before(kept, taken)) {
        const struct gathered *block = (const struct gathered *)queue_bytes(&results, results.first);
        if (is_before(taken, block->behind))
            return;
        kept = block->behind;
        queue_remove(&results);
    }
}

SELDOM const struct engine *find_engine(uint8_t genre, uint8_t number)
{
    for (size_t i = 0; i < engine_count; i++)
        if (engines[i].genre == genre && engines[i].number == number)
            return engines[i].engine;
    return NULL;
}

/* Return the end of what a batch's task needs to know; NULL if it does not make sense. */
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
        .seed = get32(at), .least = get16(at + 4), .symmetry = at[6], .ease = at[7], .masks = at[8], .full = batch->puzzles};
    return batch->terms.thinning.symmetry & 1 ? at + THINNING : NULL;
}

/* Go on behind what all puzzles to be thinned have in common; it is in front of the first one. */
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

SMALL SAVING void jobs_solve(const struct frame *request)
{
    enum { HEAD = 8 };
    const uint8_t *payload = request->payload, *end = payload + request->length;
    uint64_t limit;
    const uint8_t *puzzles = request->length < HEAD ? NULL : get_varint(payload + HEAD, end, &limit);
    if (puzzles == NULL) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    uint32_t flags = payload[4], task = (flags & ASKED_TASK) / (ASKED_TASK & -ASKED_TASK), count = flags & ASKED_COUNT;
    uint32_t number = payload[7];
    bool stored = flags & ASKED_STORED;
    if (count < 1 || count > MAX_SOLUTIONS || number == 0 || (stored && (number != 1 || task != TASK_SEARCH))) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    forget_results(get16(payload));
    if (request->sequence != expected) {
        answer_state(0, is_before(expected, request->sequence) ? DROPPED_GAP : DROPPED_NOTHING);
        return;
    }
    size_t length = (size_t)(end - puzzles);
    struct batch *batch = (struct batch *)queue_reserve(&batches, sizeof *batch + length);
    if (batch == NULL) {
        answer_state(0, DROPPED_FULL);
        return;
    }
    batch->task = (uint8_t)task;
    batch->terms.count = (uint8_t)count;
    if (task != TASK_SEARCH) {
        puzzles = read_task(puzzles, end, batch);
        if (puzzles == NULL) {
            refuse(request, REASON_MALFORMED);
            return;
        }
        length = (size_t)(end - puzzles);
    }
    memcpy(batch->puzzles, puzzles, length);
    const struct engine *engine = find_engine(payload[2], payload[3]);
    uint8_t rows = payload[5], cols = payload[6];
    batch->engine = engine;
    batch->reason = engine == NULL ? REASON_UNKNOWN_GENRE : engine->check(rows, cols, stored);
    if (batch->reason == REASON_ACCEPTED && engine->run[task] == NULL)
        batch->reason = REASON_UNKNOWN_TASK;
    batch->left = (uint8_t)number;
    batch->cancelled = false;
    batch->counts = flags & ASKED_COUNTERS;
    batch->limit = limit;
    batch->next = (struct puzzle){batch->puzzles, batch->puzzles + length, (uint32_t)rows * cols, rows, cols, stored};
    batch->result_bytes = RESULT_HEAD + (batch->counts ? RESULT_COUNTERS : 0);
    if (task != TASK_SEARCH) {
        batch->result_bytes += VARINT_BYTES;
        count = task == TASK_CERTAIN ? CERTAIN_SOLUTIONS : MAX_SOLUTIONS;
    }
    if (batch->reason == REASON_ACCEPTED && !stored)
        batch->result_bytes += count * engine->solution_bytes(rows, cols);
    if (batch->reason == REASON_ACCEPTED && task == TASK_THIN)
        read_shared(batch);
    queue_add(&batches, sizeof *batch + length);
    /* Every puzzle for an engine with a memory is solved there. */
    if (BUILD_STORES && engine != NULL && engine->store != NULL && !(stored && memory.job == expected))
        memory.engine = NULL;
    expected = (uint16_t)(expected + number);
    untold = true;
}

/* Take note of which results the host has, as POLL and REPEAT say; return false if they do not. */
SELDOM bool take_taken(const struct frame *request)
{
    if (request->length != 2) {
        refuse(request, REASON_MALFORMED);
        return false;
    }
    forget_results(get16(request->payload));
    return true;
}

COLD void jobs_poll(const struct frame *request)
{
    if (take_taken(request))
        answer_state(request->sequence, DROPPED_NOTHING);
}

COLD void jobs_repeat(const struct frame *request)
{
    if (!take_taken(request))
        return;
    if (kept != sent) {
        sent = kept;
        unsent = results.first;
    }
    answer_state(0, DROPPED_NOTHING);
}

COLD void jobs_cancel(const struct frame *request)
{
    cancelled = (uint16_t)(request->sequence + 1);
    cancelling = true;
    answer_state(0, DROPPED_NOTHING);
}

SELDOM bool is_among_cancelled(void)
{
    cancelling = is_before(ended, cancelled);
    return cancelling;
}

static bool is_cancelled(void) { return cancelling && is_among_cancelled(); }

COLD void jobs_store(const struct frame *request)
{
    enum { HEAD = 6 };
    if (request->length < HEAD) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    const struct engine *engine = BUILD_STORES ? find_engine(request->payload[0], request->payload[1]) : NULL;
    if (engine == NULL || engine->store == NULL) {
        refuse(request, REASON_UNKNOWN_GENRE);
        return;
    }
    uint32_t offset = get32(request->payload + 2);
    bool owned = memory.engine == engine && memory.job == request->sequence;
    if (request->sequence != expected || !(offset == 0 || owned)) {
        answer_state(0, DROPPED_NOTHING);
        return;
    }
    if (ended != expected || search.engine != NULL) {
        refuse(request, REASON_BUSY);
        return;
    }
    memory.engine = engine;
    memory.job = request->sequence;
    memory.solutions = 0;
    size_t length = request->length - HEAD;
    enum reason reason = engine->store(offset, request->payload + HEAD, length);
    if (reason == REASON_ACCEPTED)
        frame_end(put32(answer_begin(KIND_STORED, request->sequence), offset + (uint32_t)length));
    else
        refuse(request, reason);
}

COLD void jobs_fetch(const struct frame *request)
{
    enum { HEAD = 5 };
    if (request->length != 7) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    if (!BUILD_STORES || memory.engine == NULL || memory.job != request->sequence || !is_before(request->sequence, ended)) {
        answer_state(0, DROPPED_NOTHING);
        return;
    }
    uint32_t solution = request->payload[0], offset = get32(request->payload + 1), length = get16(request->payload + 5);
    if (solution >= memory.solutions || offset > memory.cells || length > memory.cells - offset
        || length > FRAME_PAYLOAD - HEAD) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    uint8_t *at = answer_begin(KIND_PIECE, request->sequence);
    *at++ = (uint8_t)solution;
    at = put32(at, offset);
    memory.engine->fetch(solution, offset, at, length);
    frame_end(at + length);
}

static void host_was_served(void) { search_due = timer_low() + serial_divisor() * UNHEARD_BITS; }

SMALL bool search_may_go_on(struct result *result)
{
    requests_listen();
    search.served = true;
    if (untold)
        answer_state(0, DROPPED_NOTHING);
    else if (sent != ended)
        send_results();
    if (search.forgotten || is_cancelled()) {
        result->status = STATUS_CANCELLED;
        return false;
    }
    if (search.limit != 0 && timer_cycles() - search_began >= search.limit) {
        result->status = STATUS_LIMIT;
        return false;
    }
    host_was_served();
    return true;
}

COLD bool search_begins_heard(void)
{
    requests_listen();
    host_was_served();
    search_begins();
    return !search.forgotten;
}

COLD void put_count(struct result *result, uint64_t found, uint64_t most)
{
    if (found == 0) {
        if (result->complete)
            result->status = STATUS_NO_SOLUTION;
        return;
    }
    result->end = put_varint(result->end, most != 0 && found > most ? most : found);
    result->solutions = 1;
}

/* Solve the next puzzle of a batch, with room for the solutions. Return why it cannot be. */
static enum reason solve_next(struct batch *batch, uint8_t *solutions)
{
    struct result *result = &search.result;
    result->status = STATUS_SOLVED;
    result->complete = false;
    result->solutions = result->counters = 0;
    result->cycles = 0;
    result->end = solutions;
    if (UNLIKELY(is_cancelled()))
        batch->cancelled = true;
    if (UNLIKELY(batch->cancelled)) {
        result->status = STATUS_CANCELLED;
        return REASON_ACCEPTED;
    }
    if (UNLIKELY(batch->reason != REASON_ACCEPTED))
        return batch->reason;
    if (UNLIKELY(batch->next.stored) && !(BUILD_STORES && memory.engine == batch->engine && memory.job == ended))
        return REASON_MALFORMED;
    result->counter[0] = 0;
    if (UNLIKELY(batch->counts))
        memset(result->counter, 0, sizeof result->counter);
    search.engine = batch->engine;
    const uint8_t *end = batch->engine->run[batch->task](&batch->next, &batch->terms, result);
    search.engine = NULL;
    if (UNLIKELY(search.forgotten))
        return REASON_ACCEPTED; /* another batch may be in its place by now */
    if (batch->task == TASK_THIN)
        batch->terms.thinning.known = result->solutions > 0;
    batch->next.bytes = end;
    if (UNLIKELY(end == NULL)) {
        /* Nothing is known of those behind it. */
        batch->reason = REASON_MALFORMED;
        return REASON_MALFORMED;
    }
    if (UNLIKELY(result->status != STATUS_SOLVED) && result->solutions > 0)
        result->status = STATUS_SOLVED;
    if (BUILD_STORES && memory.engine == batch->engine) {
        memory.solutions = result->solutions;
        memory.cells = batch->next.cells;
    }
    return REASON_ACCEPTED;
}

SELDOM uint8_t *put_counters(uint8_t *at, const struct result *result)
{
    *at++ = result->counters;
    for (size_t i = 0; i < result->counters; i++)
        at = put_varint(at, result->counter[i]);
    return at;
}

/* Write what a result has besides its solutions, behind which the cycles begin; return the end. */
static uint8_t *complete_result(uint8_t *head, const struct result *result)
{
    bool counts = result->counts && result->counters > 0;
    *head = (uint8_t)(result->status | (result->complete ? TOLD_COMPLETE : 0)
                      | result->solutions * (TOLD_SOLUTIONS & -TOLD_SOLUTIONS) | (counts ? TOLD_COUNTERS : 0));
    uint8_t *at = put_varint(result->end, result->cycles);
    return UNLIKELY(counts) ? put_counters(at, result) : at;
}

/* Complete the result of the next job, or say why there is none, and append it to the results that the host does not have. Return
 * whether those gathered are to be sent. */
static bool add_result(uint8_t *head, enum reason reason)
{
    uint8_t *end = head + 2;
    if (UNLIKELY(reason != REASON_ACCEPTED)) {
        head[0] = STATUS_REFUSED;
        head[1] = (uint8_t)reason;
    } else {
        end = complete_result(head, &search.result);
    }
    size_t length = (size_t)(end - head);
    if (UNLIKELY(head != gathering.end))
        memcpy(gathering.end, head, length);
    gathering.end += length;
    ended++;
    /* After a long search, the next one will be long, too. */
    if (UNLIKELY((gathering.end + length > gathering.full) | search.served)) {
        search.served = false;
        gathered(FRAME_END);
        return true;
    }
    return false;
}

SELDOM void begin_to_work(const struct batch *batch)
{
    leds_set(LEDS_LIGHTS_SOLVING, true);
    search.forgotten = false;
    search.limit = batch->limit;
    search.result.counts = batch->counts;
    host_was_served();
    if (gathering.block != NULL && gathering.result_bytes != batch->result_bytes)
        gathered(FRAME_END);
}

/* Solve puzzles of a batch, as long as the line's queue takes what comes, and there is room for results. */
SMALL static void work_on(struct batch *batch)
{
    begin_to_work(batch);
    while (batch->left > 0 && !search_is_due()
           && (gathering.block != NULL || gather_results(batch->result_bytes))) {
        uint8_t *head = gathering.end;
        enum reason reason = solve_next(batch, head + 1);
        if (UNLIKELY(search.forgotten))
            break;
        batch->left--;
        if (add_result(head, reason))
            break;
    }
    leds_set(LEDS_LIGHTS_SOLVING, false);
    if (!search.forgotten && batch->left == 0)
        queue_remove(&batches);
}

OFTEN SMALL void jobs_work(void)
{
    if (!queue_is_empty(&batches))
        work_on((struct batch *)queue_bytes(&batches, batches.first));
    /* More is gathered while other batches wait. */
    if (sent != (batches.blocks < 2 ? ended : queued) && serial_room() >= SENT_AT_ONCE)
        send_results();
}
