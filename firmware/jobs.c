#include "jobs.h"

#include "batches.h"
#include "bytes.h"
#include "results.h"
#include "session.h"

static uint16_t expected; /* the number of the next job */
static uint16_t cancelled; /* while `cancelling`, all jobs before this number are cancelled */
static bool cancelling;
static bool state_unsent; /* the host does not know yet that the latest jobs have arrived */

struct storage storage;

COLD void jobs_discard(void)
{
    queue_clear(&batches);
    results_clear();
    expected = 0;
    cancelling = state_unsent = false;
    storage.engine = NULL;
    running.discarded = true;
}

/* Send STATE and return ACCEPTED. If STATE answers a request, `sequence` is the request's sequence number, otherwise 0.
 */
SELDOM enum reason answer_state(uint16_t sequence, enum dropped dropped)
{
    while (results_wait(true))
        results_send();
    bool runs = running.engine != NULL && !running.discarded;
    uint8_t *at = answer_begin(KIND_STATE, sequence);
    at = put16(at, expected);
    at = put16(at, jobs_ended);
    *at++ = (uint8_t)dropped;
    at = put_varint(at, runs ? timer_cycles() - search_began : 0);
    at = put_varint(at, runs ? running.result.counter[0] : 0);
    frame_end(at);
    state_unsent = false;
    return REASON_ACCEPTED;
}

COLD enum reason jobs_solve(const struct frame *request)
{
    if (!batch_is_valid(request))
        return REASON_MALFORMED;
    results_release(get16(request->payload));
    if (request->sequence != expected)
        return answer_state(0, is_before(expected, request->sequence) ? DROPPED_GAP : DROPPED_NOTHING);
    const struct batch *batch;
    enum reason reason = batch_add(request, &batch);
    if (reason == REASON_BUSY)
        return answer_state(0, DROPPED_FULL);
    if (reason != REASON_ACCEPTED)
        return reason;
    /* This puzzle will overwrite the stored puzzle in the engine's memory. */
    if (BUILD_STORES && batch->engine != NULL && batch->engine->store != NULL
        && !(batch->next.stored && storage.job == expected))
        storage.engine = NULL;
    expected = (uint16_t)(expected + batch->left);
    state_unsent = true;
    return REASON_ACCEPTED;
}

/* Release the results that the host has received according to a POLL or REPEAT. Return false if the request is
 * malformed. */
SELDOM bool release_received(const struct frame *request)
{
    if (request->length != 2)
        return false;
    results_release(get16(request->payload));
    return true;
}

COLD enum reason jobs_poll(const struct frame *request)
{
    return release_received(request) ? answer_state(request->sequence, DROPPED_NOTHING) : REASON_MALFORMED;
}

COLD enum reason jobs_repeat(const struct frame *request)
{
    if (!release_received(request))
        return REASON_MALFORMED;
    results_repeat();
    return answer_state(0, DROPPED_NOTHING);
}

COLD enum reason jobs_cancel(const struct frame *request)
{
    cancelled = (uint16_t)(request->sequence + 1);
    cancelling = true;
    return answer_state(0, DROPPED_NOTHING);
}

SELDOM bool is_among_cancelled(void)
{
    cancelling = is_before(jobs_ended, cancelled);
    return cancelling;
}

bool job_is_cancelled(void) { return cancelling && is_among_cancelled(); }

COLD enum reason jobs_store(const struct frame *request)
{
    enum { HEAD = 6 };
    if (request->length < HEAD)
        return REASON_MALFORMED;
    const struct engine *engine = BUILD_STORES ? find_engine(request->payload[0], request->payload[1]) : NULL;
    if (engine == NULL || engine->store == NULL)
        return REASON_UNKNOWN_GENRE;
    uint32_t offset = number_at(request->payload + 2);
    bool owned = storage.engine == engine && storage.job == request->sequence;
    if (request->sequence != expected || !(offset == 0 || owned))
        return answer_state(0, DROPPED_NOTHING);
    if (jobs_ended != expected || running.engine != NULL)
        return REASON_BUSY;
    storage.engine = engine;
    storage.job = request->sequence;
    storage.solutions = 0;
    size_t length = request->length - HEAD;
    enum reason reason = engine->store(offset, request->payload + HEAD, length);
    if (reason == REASON_ACCEPTED)
        frame_end(put_number(answer_begin(KIND_STORED, request->sequence), offset + (uint32_t)length));
    return reason;
}

COLD enum reason jobs_fetch(const struct frame *request)
{
    enum { HEAD = 5 };
    if (request->length != 7)
        return REASON_MALFORMED;
    if (!BUILD_STORES || storage.engine == NULL || storage.job != request->sequence || !is_before(request->sequence, jobs_ended))
        return answer_state(0, DROPPED_NOTHING);
    uint32_t solution = request->payload[0], offset = number_at(request->payload + 1), length = get16(request->payload + 5);
    if (solution >= storage.solutions || offset > storage.cells || length > storage.cells - offset
        || length > FRAME_PAYLOAD - HEAD)
        return REASON_MALFORMED;
    uint8_t *at = answer_begin(KIND_PIECE, request->sequence);
    *at++ = (uint8_t)solution;
    at = put_number(at, offset);
    storage.engine->fetch(solution, offset, at, length);
    frame_end(at + length);
    return REASON_ACCEPTED;
}

SMALL bool jobs_report(void)
{
    if (state_unsent)
        answer_state(0, DROPPED_NOTHING);
    else if (results_wait(true))
        results_send();
    return !running.discarded && !job_is_cancelled();
}
