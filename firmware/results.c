#include "results.h"

#include "bytes.h"
#include "memory.h"
#include "queue.h"
#include "session.h"

/* No result is added to a RESULT that would become longer, as far as the one before tells; a result that may be longer has a frame
 * of its own. COBS adds a second byte to a longer frame. */
#define GATHERED (254 - FRAME_HEADER - 4)

/* The results of consecutive jobs: a RESULT, which is sent, and sent again, as it is. */
struct gathered {
    uint16_t behind; /* the job behind the last one */
    uint16_t length; /* of the body, which begins with a word */
    uint8_t body[];
};
#define AROUND_RESULTS (sizeof(struct gathered) + FRAME_HEADER + FRAME_END)
#define RESULT_BYTES (RESULT_HEAD + RESULT_COUNTERS + VARINT_BYTES + CERTAIN_SOLUTIONS * BUILD_SOLUTION_BYTES)
enum { RESULTS_BYTES = RESULT_BYTES < 1024 ? 2560 : 2 * (RESULT_BYTES + AROUND_RESULTS) + 8 };
_Static_assert(RESULT_BYTES <= FRAME_PAYLOAD, "a result fits into a frame");

static uint32_t result_memory[RESULTS_BYTES / 4];
static struct queue results = {.memory = result_memory, .words = RESULTS_BYTES / 4};

uint16_t jobs_ended;
static uint16_t queued; /* the first job whose result is not in the queue */
static uint16_t sent; /* the first job whose result was not sent */
static uint16_t kept; /* the first job whose result is kept, because the host may not have it */
static uint32_t unsent; /* in the queue, the results from job `sent` on, if it is there */

/* The results that are not in the queue yet, in its reserved block. */
static struct {
    struct gathered *block; /* NULL: none */
    uint8_t *end; /* of the results so far, where the next one begins */
    const uint8_t *full; /* no result is to end beyond */
    size_t result_bytes; /* the most of one of them */
} gathering;

COLD void results_clear(void)
{
    queue_clear(&results);
    gathering.block = NULL;
    jobs_ended = queued = sent = kept = 0;
}

/* Begin to gather results, which are to have at most so many bytes, with so much room behind. Return whether there is room. */
SMALL __attribute__((noinline)) static bool gather(size_t most, size_t room)
{
    struct gathered *block = (struct gathered *)queue_reserve(&results, AROUND_RESULTS + most + room);
    if (block == NULL)
        return false;
    gathering.block = block;
    gathering.end = answer_head(block->body, KIND_RESULT, jobs_ended);
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
    queued = block->behind = jobs_ended;
    block->length = (uint16_t)(gathering.end - block->body);
    queue_add(&results, sizeof *block + block->length + more);
    gathering.block = NULL;
}

SMALL void results_send(void)
{
    if (sent == queued && running.engine == NULL) {
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

COLD void results_expect(size_t result_bytes)
{
    if (gathering.block != NULL && gathering.result_bytes != result_bytes)
        gathered(FRAME_END);
}

uint8_t *results_reserve(size_t result_bytes)
{
    return gathering.block != NULL || gather_results(result_bytes) ? gathering.end : NULL;
}

bool results_add(const uint8_t *head, const uint8_t *end)
{
    size_t length = (size_t)(end - head);
    if (UNLIKELY(head != gathering.end))
        memcpy(gathering.end, head, length);
    gathering.end += length;
    jobs_ended++;
    /* After a long search, the next one will be long, too. */
    if (UNLIKELY((gathering.end + length > gathering.full) | running.served)) {
        running.served = false;
        gathered(FRAME_END);
        return true;
    }
    return false;
}

bool results_wait(bool any) { return sent != (any ? jobs_ended : queued); }

COLD void results_forget(uint16_t taken)
{
    while (kept != sent && is_before(kept, taken)) {
        const struct gathered *block = (const struct gathered *)queue_bytes(&results, results.first);
        if (is_before(taken, block->behind))
            return;
        kept = block->behind;
        queue_remove(&results);
    }
}

COLD void results_repeat(void)
{
    if (kept != sent) {
        sent = kept;
        unsent = results.first;
    }
}
