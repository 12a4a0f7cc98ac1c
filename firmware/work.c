#include "work.h"

#include "batches.h"
#include "bytes.h"
#include "jobs.h"
#include "memory.h"
#include "results.h"
#include "soc.h"

/* If the UART's queue has room for this number of bytes, a RESULT with several results can be sent without waiting. */
#define SENT_AT_ONCE 520

/* Solve the next puzzle of a batch, and write its solutions. Return ACCEPTED, or the reason why the job is refused. */
static enum reason solve_next(struct batch *batch, uint8_t *solutions)
{
    struct result *result = &running.result;
    result->status = STATUS_SOLVED;
    result->complete = false;
    result->solutions = result->counters = 0;
    result->cycles = 0;
    result->end = solutions;
    if (UNLIKELY(job_is_cancelled()))
        batch->cancelled = true;
    if (UNLIKELY(batch->cancelled)) {
        result->status = STATUS_CANCELLED;
        return REASON_ACCEPTED;
    }
    if (UNLIKELY(batch->reason != REASON_ACCEPTED))
        return batch->reason;
    if (UNLIKELY(batch->next.stored) && !(BUILD_STORES && storage.engine == batch->engine && storage.job == jobs_ended))
        return REASON_MALFORMED;
    result->counter[0] = 0;
    if (UNLIKELY(batch->counts))
        memset(result->counter, 0, sizeof result->counter);
    running.engine = batch->engine;
    const uint8_t *end = batch->engine->run[batch->task](&batch->next, &batch->terms, result);
    running.engine = NULL;
    if (UNLIKELY(running.discarded))
        return REASON_ACCEPTED; /* the batch may have been overwritten */
    if (batch->task == TASK_THIN)
        batch->terms.thinning.known = result->solutions > 0;
    batch->next.bytes = end;
    if (UNLIKELY(end == NULL)) {
        /* The start of the next puzzle is unknown. */
        batch->reason = REASON_MALFORMED;
        return REASON_MALFORMED;
    }
    if (UNLIKELY(result->status != STATUS_SOLVED) && result->solutions > 0)
        result->status = STATUS_SOLVED;
    if (BUILD_STORES && storage.engine == batch->engine) {
        storage.solutions = result->solutions;
        storage.cells = batch->next.cells;
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

/* Write the head of a result before its solutions, and the cycles and counters after the solutions; return the result's
 * end. */
static uint8_t *complete_result(uint8_t *head, const struct result *result)
{
    bool counts = result->counts && result->counters > 0;
    *head = (uint8_t)(result->status | (result->complete ? HEAD_COMPLETE : 0)
                      | result->solutions * (HEAD_SOLUTIONS & -HEAD_SOLUTIONS) | (counts ? HEAD_COUNTERS : 0));
    uint8_t *at = put_varint(result->end, result->cycles);
    return UNLIKELY(counts) ? put_counters(at, result) : at;
}

/* Write the result of the next job, or the reason why the job is refused; return the result's end. */
static uint8_t *end_result(uint8_t *head, enum reason reason)
{
    if (UNLIKELY(reason != REASON_ACCEPTED)) {
        head[0] = STATUS_REFUSED;
        head[1] = (uint8_t)reason;
        return head + 2;
    }
    return complete_result(head, &running.result);
}

SELDOM void begin_to_work(const struct batch *batch)
{
    leds_set(LEDS_LIGHTS_SOLVING, true);
    running.discarded = false;
    running.limit = batch->limit;
    running.result.counts = batch->counts;
    search_set_due();
    results_expect(batch->result_bytes);
}

/* Solve puzzles of a batch until the host must be served, or there is no room for results. */
SMALL static void work_on(struct batch *batch)
{
    begin_to_work(batch);
    uint8_t *head;
    while (batch->left > 0 && !search_is_due() && (head = results_reserve(batch->result_bytes)) != NULL) {
        enum reason reason = solve_next(batch, head + 1);
        if (UNLIKELY(running.discarded))
            break;
        batch->left--;
        if (results_add(head, end_result(head, reason)))
            break;
    }
    leds_set(LEDS_LIGHTS_SOLVING, false);
    if (!running.discarded && batch->left == 0)
        queue_remove(&batches);
}

static struct batch *oldest_batch(void) { return (struct batch *)queue_bytes(&batches, batches.first); }

OFTEN SMALL void work(void)
{
    const uint32_t begun = batches.blocks;
    uint32_t number = begun;
    while (number > 0) {
        work_on(oldest_batch());
        /* An engine can remove the next batch's clues while the CPU sends results and receives requests. */
        if (batches.blocks == 0 || batches.blocks >= number || oldest_batch()->task != TASK_THIN)
            break;
        number = batches.blocks;
    }
    /* Collect more results while there are batches. When only one is left, the host needs results to send others. */
    if (results_wait(batches.blocks == 0 || (batches.blocks == 1 && begun > 1)) && serial_room() >= SENT_AT_ONCE)
        results_send();
}
