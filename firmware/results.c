#include "results.h"

#include "bytes.h"
#include "memory.h"
#include "queue.h"
#include "session.h"

/* A message RESULT may contain several results. Together they should not exceed this size: in a larger message, COBS
 * would need a third extra byte. A result that may be larger than half of this is sent in a message of its own. Another
 * result is added to a message if it fits, assuming that it is as large as the previous result. */
#define GROUPED_BYTES (508 - FRAME_HEADER - 4)

/* A RESULT with the results of consecutive jobs, in a form that can be sent any number of times. */
struct result_block {
    uint16_t next_job; /* the job after the last result */
    uint16_t length; /* the length of the body, which is aligned to a word */
    uint8_t body[];
};
#define BLOCK_OVERHEAD (sizeof(struct result_block) + FRAME_HEADER + FRAME_END)
#define RESULT_BYTES (RESULT_HEAD + RESULT_COUNTERS + VARINT_BYTES + CERTAIN_SOLUTIONS * BUILD_SOLUTION_BYTES)
enum { RESULTS_BYTES = RESULT_BYTES < 1024 ? 3072 : 2 * (RESULT_BYTES + BLOCK_OVERHEAD) + 8 };
_Static_assert(RESULT_BYTES <= FRAME_PAYLOAD, "a result fits into a frame");

static uint32_t result_memory[RESULTS_BYTES / 4];
static struct queue results = {.memory = result_memory, .words = RESULTS_BYTES / 4};

uint16_t jobs_ended;
static uint16_t queued; /* all results before this job are in the queue */
static uint16_t sent; /* all results before this job were sent */
static uint16_t first_kept; /* all results before this job were received by the host */
static uint32_t unsent; /* the position of the block with the result of job `sent`, if this block is in the queue */

/* The RESULT under construction, in the queue's reserved block. */
static struct {
    struct result_block *block; /* NULL if no RESULT is under construction */
    uint8_t *end; /* the end of the results that have been written */
    const uint8_t *full; /* no further result is added if it would probably end after this address */
    size_t result_bytes; /* the maximum size of one result */
} current;

COLD void results_clear(void)
{
    queue_clear(&results);
    current.block = NULL;
    jobs_ended = queued = sent = first_kept = 0;
}

/* Start a RESULT for up to `most` bytes of results, and reserve `room` additional bytes. Return false if the queue is
 * full. */
SMALL __attribute__((noinline)) static bool start_block(size_t most, size_t room)
{
    struct result_block *block = (struct result_block *)queue_reserve(&results, BLOCK_OVERHEAD + most + room);
    if (block == NULL)
        return false;
    current.block = block;
    current.end = answer_head(block->body, KIND_RESULT, jobs_ended);
    current.full = current.end + most;
    return true;
}

/* Start a RESULT for results of up to `result_bytes` bytes each. */
SELDOM bool start_results(size_t result_bytes)
{
    current.result_bytes = result_bytes;
    if (2 * result_bytes > GROUPED_BYTES)
        return start_block(0, result_bytes);
    /* Reserve room for two more results. The last result of the RESULT may be larger than estimated, and end after
     * GROUPED_BYTES. And if results_send sends the RESULT while a search is writing a result, the unfinished result is
     * moved to a new RESULT, which takes the rest of this room. */
    return start_block(GROUPED_BYTES, 4 + BLOCK_OVERHEAD + 2 * result_bytes);
}

/* Add the RESULT to the queue. Its block includes `more` bytes after the RESULT. */
SMALL __attribute__((noinline)) static void finish_block(size_t more)
{
    struct result_block *block = current.block;
    if (sent == queued)
        unsent = results.reserved;
    queued = block->next_job = jobs_ended;
    block->length = (uint16_t)(current.end - block->body);
    queue_add(&results, sizeof *block + block->length + more);
    current.block = NULL;
}

SMALL void results_send(void)
{
    if (sent == queued && running.engine == NULL) {
        finish_block(FRAME_END);
    } else if (sent == queued) {
        /* The running search has written bytes after the RESULT. These bytes will be moved to the next RESULT, for
         * which start_results has reserved room. */
        finish_block(current.result_bytes);
        start_block(0, current.result_bytes);
    }
    struct result_block *block = (struct result_block *)queue_bytes(&results, unsent);
    uint8_t *const end = block->body + block->length, saved[FRAME_END];
    memcpy(saved, end, sizeof saved);
    frame_send(block->body, end);
    memcpy(end, saved, sizeof saved);
    sent = block->next_job;
    unsent = queue_next(&results, unsent);
}

COLD void results_expect(size_t result_bytes)
{
    if (current.block != NULL && current.result_bytes != result_bytes)
        finish_block(FRAME_END);
}

uint8_t *results_reserve(size_t result_bytes)
{
    return current.block != NULL || start_results(result_bytes) ? current.end : NULL;
}

bool results_add(const uint8_t *head, const uint8_t *end)
{
    size_t length = (size_t)(end - head);
    if (UNLIKELY(head != current.end))
        memcpy(current.end, head, length);
    current.end += length;
    jobs_ended++;
    /* After a long search, the next search will probably be long, too. */
    if (UNLIKELY((current.end + length > current.full) | running.served)) {
        running.served = false;
        finish_block(FRAME_END);
        return true;
    }
    return false;
}

bool results_wait(bool any) { return sent != (any ? jobs_ended : queued); }

COLD void results_release(uint16_t received)
{
    while (first_kept != sent && is_before(first_kept, received)) {
        const struct result_block *block = (const struct result_block *)queue_bytes(&results, results.first);
        if (is_before(received, block->next_job))
            return;
        first_kept = block->next_job;
        queue_remove(&results);
    }
}

COLD void results_repeat(void)
{
    if (first_kept != sent) {
        sent = first_kept;
        unsent = results.first;
    }
}
