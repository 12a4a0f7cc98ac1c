#include "jobs.h"

#include "bytes.h"
#include "frame.h"
#include "engine.h"
#include "identity.h"
#include "image.h"
#include "leds.h"
#include "memory.h"
#include "self.h"
#include "serial.h"
#include "timer.h"

#define DEAF_SECONDS 2 /* timeout without a valid frame, after which the build's bit rate is restored */

#define RESULT_HEAD offsetof(struct result, bits)

/* The stage of a job with a result, which the protocol does not name. */
enum { DONE = STAGE_RUNNING + 1 };

struct job {
    uint8_t stage; /* enum stage, or DONE */
    bool told; /* the host knows that it was received */
    uint16_t sequence;
    uint32_t arrival;
    const struct engine *engine;
    uint8_t count;
    uint64_t limit;
    union {
        uint8_t puzzle[BUILD_PUZZLE_BYTES];
        struct result result; /* once it is done */
    };
};

/* A power of two, so that slots do not collide where job numbers wrap. Small jobs take little time, so that more of them must be
 * pending to keep the line busy. */
enum { WINDOW = sizeof(struct job) <= 640 ? 8 : 4 };
static struct job jobs[WINDOW];
static uint32_t arrivals;
static bool any_untold;

/* The job that owns an engine's memory: from the first piece of its puzzle, or else its SOLVE, until another one takes it. The
 * host has given up its contents when it sends something newer for that engine, or a job for the same slot. */
static struct {
    const struct engine *engine; /* NULL: no owner */
    uint16_t sequence;
} memory;

static uint32_t session;
static bool in_session;
static uint64_t last_heard;
static uint32_t first_divisor; /* of the bit rate after reset */

/* The running search. Its job may be dropped meanwhile when the host begins a new session. */
static struct {
    const struct engine *engine; /* NULL: none runs */
    struct job *job; /* NULL: its result is not wanted any more */
    struct result result;
    uint64_t limit;
    bool cancelled;
} search;
uint64_t search_began;

static uint8_t *begin_answer(enum kind kind, uint16_t sequence)
{
    return frame_begin((uint8_t)kind, session, sequence);
}

/* Show long work by the light of a search; a simulated board's clock does not stop then. */
static void show_work(bool works)
{
    leds_show(works || search.job != NULL, false);
}

static void refuse(const struct frame *request, enum reason reason)
{
    leds_show(search.job != NULL, true);
    uint8_t *at = frame_begin(KIND_REFUSED, request->session, request->sequence);
    *at++ = (uint8_t)reason;
    frame_end(at);
}

static void answer_identity(uint16_t sequence)
{
    uint8_t *at = begin_answer(KIND_IDENTITY, sequence);
    *at++ = PROTOCOL_VERSION;
    *at++ = WINDOW;
    at = put32(at, identity_build_low());
    at = put32(at, identity_build_high());
    at = put32(at, identity_clock_hz());
    at = put32(at, identity_bit_rate());
    at = put32(at, self_interface());
    at = put32(at, self_firmware());
    *at++ = self_is_loaded();
    *at++ = (uint8_t)engine_count;
    for (size_t i = 0; i < engine_count; i++) {
        *at++ = engines[i].genre;
        *at++ = engines[i].number;
        *at++ = engines[i].rows;
        *at++ = engines[i].cols;
    }
    frame_end(at);
}

static void answer_state(uint16_t sequence, struct job *job)
{
    bool running = job != NULL && job->stage == STAGE_RUNNING;
    if (job != NULL)
        job->told = true;
    uint8_t *at = begin_answer(KIND_STATE, sequence);
    *at++ = job == NULL ? STAGE_UNKNOWN : job->stage;
    at = put64(at, running ? timer_cycles() - search_began : 0);
    at = put64(at, running ? search.result.counter[0] : 0);
    frame_end(at);
}

/* Without solutions that are in an engine's memory, which the host fetches. */
static void answer_result(const struct job *job)
{
    const struct result *result = &job->result;
    uint8_t *at = begin_answer(KIND_RESULT, job->sequence);
    *at++ = (uint8_t)result->status;
    *at++ = result->complete;
    *at++ = result->rows;
    *at++ = result->cols;
    *at++ = result->solutions;
    *at++ = result->counters;
    at = put64(at, result->cycles);
    for (size_t i = 0; i < result->counters; i++)
        at = put64(at, result->counter[i]);
    memcpy(at, result->bits, result->length);
    frame_end(at + result->length);
}

static void answer_job(uint16_t sequence, struct job *job)
{
    if (job != NULL && job->stage == DONE)
        answer_result(job);
    else
        answer_state(sequence, job);
}

/* Acknowledge the received jobs, because their results take time. */
SELDOM void tell(void)
{
    any_untold = false;
    for (size_t i = 0; i < WINDOW; i++)
        if (!jobs[i].told && (jobs[i].stage == STAGE_WAITING || jobs[i].stage == STAGE_RUNNING))
            answer_state(jobs[i].sequence, &jobs[i]);
}

static struct job *find_job(uint16_t sequence)
{
    struct job *job = &jobs[sequence % WINDOW];
    return job->stage != STAGE_UNKNOWN && job->sequence == sequence ? job : NULL;
}

static void hello(const struct frame *request)
{
    if (request->length != 1) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    if (request->payload[0] != PROTOCOL_VERSION) {
        refuse(request, REASON_VERSION);
        return;
    }
    if (!in_session || request->session != session) {
        for (size_t i = 0; i < WINDOW; i++)
            jobs[i].stage = STAGE_UNKNOWN;
        search.job = NULL;
        memory.engine = NULL;
        session = request->session;
        in_session = true;
    }
    answer_identity(request->sequence);
}

static const struct engine *find_engine(uint8_t genre, uint8_t number)
{
    for (size_t i = 0; i < engine_count; i++)
        if (engines[i].genre == genre && engines[i].number == number)
            return engines[i].engine;
    return NULL;
}

/* Return whether that job was received before, or is older than the one in its slot: a repeated request. */
static bool is_past(uint16_t sequence)
{
    const struct job *job = &jobs[sequence % WINDOW];
    return job->stage != STAGE_UNKNOWN && (int16_t)(sequence - job->sequence) <= 0;
}

static bool is_busy(const struct engine *engine)
{
    for (size_t i = 0; i < WINDOW; i++)
        if (jobs[i].stage == STAGE_WAITING && jobs[i].engine == engine)
            return true;
    return search.engine == engine;
}

static bool owns_memory(uint16_t sequence)
{
    return memory.engine != NULL && memory.sequence == sequence;
}

static void solve(const struct frame *request)
{
    enum { HEAD = 11 };
    if (is_past(request->sequence)) {
        answer_job(request->sequence, find_job(request->sequence));
        return;
    }
    const uint8_t *payload = request->payload;
    if (request->length < HEAD || payload[2] < 1 || payload[2] > MAX_SOLUTIONS) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    const struct engine *engine = find_engine(payload[0], payload[1]);
    if (engine == NULL) {
        refuse(request, REASON_UNKNOWN_GENRE);
        return;
    }
    const uint8_t *puzzle = payload + HEAD;
    size_t length = request->length - HEAD;
    bool in_memory = engine->store != NULL && length == STORED_BYTES;
    show_work(true);
    enum reason reason = in_memory && is_busy(engine) ? REASON_BUSY : engine->check(puzzle, length);
    show_work(false);
    if (reason != REASON_ACCEPTED) {
        refuse(request, reason);
        return;
    }
    struct job *job = &jobs[request->sequence % WINDOW];
    if (job == search.job)
        search.job = NULL; /* the host has given up its old job */
    if (job == &jobs[memory.sequence % WINDOW])
        memory.engine = NULL;
    if (engine->store != NULL) {
        memory.engine = engine;
        memory.sequence = request->sequence;
    }
    job->stage = STAGE_WAITING;
    job->told = false;
    any_untold = true;
    job->sequence = request->sequence;
    job->arrival = arrivals++;
    job->engine = engine;
    job->count = payload[2];
    job->limit = get64(payload + 3);
    memcpy(job->puzzle, puzzle, length);
}

static void store(const struct frame *request)
{
    enum { HEAD = 6 };
    if (request->length < HEAD) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    const struct engine *engine = find_engine(request->payload[0], request->payload[1]);
    if (engine == NULL || engine->store == NULL) {
        refuse(request, REASON_UNKNOWN_GENRE);
        return;
    }
    uint32_t offset = get32(request->payload + 2);
    bool begins = offset == 0 && (memory.engine == NULL || (int16_t)(request->sequence - memory.sequence) > 0);
    if (is_past(request->sequence) || !(begins || owns_memory(request->sequence))) {
        answer_job(request->sequence, find_job(request->sequence));
        return;
    }
    if (is_busy(engine)) {
        refuse(request, REASON_BUSY);
        return;
    }
    memory.engine = engine;
    memory.sequence = request->sequence;
    size_t length = request->length - HEAD;
    enum reason reason = engine->store(offset, request->payload + HEAD, length);
    if (reason == REASON_ACCEPTED)
        frame_end(put32(begin_answer(KIND_STORED, request->sequence), offset + (uint32_t)length));
    else
        refuse(request, reason);
}

static void fetch(const struct frame *request)
{
    enum { HEAD = 5 };
    if (request->length != 7) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    struct job *job = find_job(request->sequence);
    if (job == NULL || job->stage != DONE || !owns_memory(request->sequence)) {
        /* A solution that is no longer in memory is unknown. */
        answer_state(request->sequence, job == NULL || job->stage == DONE ? NULL : job);
        return;
    }
    uint32_t solution = request->payload[0], offset = get32(request->payload + 1);
    uint32_t length = get16(request->payload + 5), cells = (uint32_t)job->result.rows * job->result.cols;
    if (solution >= job->result.solutions || offset > cells || length > cells - offset || length > FRAME_PAYLOAD - HEAD) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    uint8_t *at = begin_answer(KIND_PIECE, request->sequence);
    *at++ = (uint8_t)solution;
    at = put32(at, offset);
    memory.engine->fetch(solution, offset, at, length);
    frame_end(at + length);
}

static void cancel(uint16_t sequence)
{
    struct job *job = find_job(sequence);
    if (job != NULL && job->stage == STAGE_RUNNING)
        search.cancelled = true;
    if (job != NULL && job->stage == STAGE_WAITING) {
        job->result = (struct result){.status = STATUS_CANCELLED, .rows = job->puzzle[0], .cols = job->puzzle[1]};
        job->stage = DONE;
    }
    answer_job(sequence, job);
}

static void change_rate(const struct frame *request)
{
    if (request->length != 4) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    uint32_t clock = identity_clock_hz(), wanted = get32(request->payload);
    uint32_t divisor = wanted == 0 ? 0 : (clock + wanted / 2) / wanted;
    /* The receiver needs 5 clocks per bit, and a byte tolerates an error of some 3 % in the rate. */
    if (divisor < 5 || divisor > 0xffff) {
        refuse(request, REASON_BIT_RATE);
        return;
    }
    uint32_t made = clock / divisor;
    if ((made > wanted ? made - wanted : wanted - made) > wanted / 32) {
        refuse(request, REASON_BIT_RATE);
        return;
    }
    frame_end(put32(begin_answer(KIND_RATE_ANSWER, request->sequence), made));
    serial_flush();
    serial_set_divisor(divisor);
}

static void load(const struct frame *request)
{
    enum { HEAD = 4 };
    if (request->length < HEAD) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    uint32_t offset = get32(request->payload);
    size_t length = request->length - HEAD;
    enum reason reason = image_store(offset, request->payload + HEAD, length);
    if (reason == REASON_ACCEPTED)
        frame_end(put32(begin_answer(KIND_LOADED, request->sequence), offset + (uint32_t)length));
    else
        refuse(request, reason);
}

static void become(bool loaded, uint16_t sequence)
{
    uint8_t *at = begin_answer(KIND_STARTED, sequence);
    *at++ = loaded;
    frame_end(at);
    serial_flush();
    serial_set_divisor(first_divisor);
    self_become(loaded);
}

static void start(const struct frame *request)
{
    if (request->length != 8) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    show_work(true);
    enum reason reason = image_check(get32(request->payload), get32(request->payload + 4));
    show_work(false);
    if (reason == REASON_ACCEPTED)
        become(true, request->sequence);
    else
        refuse(request, reason);
}

static void handle(const struct frame *request)
{
    show_work(false);
    last_heard = timer_cycles();
    if (request->kind < KIND_HELLO || request->kind > KIND_FETCH)
        refuse(request, REASON_UNKNOWN_KIND);
    else if (request->kind == KIND_HELLO)
        hello(request);
    else if (!in_session || request->session != session)
        refuse(request, REASON_NO_SESSION);
    else if (request->kind == KIND_SOLVE)
        solve(request);
    else if (request->kind == KIND_POLL)
        answer_job(request->sequence, find_job(request->sequence));
    else if (request->kind == KIND_CANCEL)
        cancel(request->sequence);
    else if (request->kind == KIND_RATE_REQUEST)
        change_rate(request);
    else if (request->kind == KIND_LOAD)
        load(request);
    else if (request->kind == KIND_START)
        start(request);
    else if (request->kind == KIND_STORE)
        store(request);
    else if (request->kind == KIND_FETCH)
        fetch(request);
    else
        become(false, request->sequence);
}

SELDOM void restore_rate(void)
{
    if (timer_cycles() - last_heard > (uint64_t)identity_clock_hz() * DEAF_SECONDS)
        serial_set_divisor(first_divisor);
}

void jobs_begin(void)
{
    first_divisor = serial_divisor();
}

void jobs_listen(void)
{
    struct frame request;
    while (frame_receive(&request))
        handle(&request);
    if (serial_divisor() != first_divisor)
        restore_rate();
}

bool search_may_go_on(struct result *result)
{
    jobs_listen();
    if (any_untold)
        tell();
    if (search.job == NULL || search.cancelled) {
        result->status = STATUS_CANCELLED;
        return false;
    }
    if (search.limit != 0 && timer_cycles() - search_began >= search.limit) {
        result->status = STATUS_LIMIT;
        return false;
    }
    return true;
}

void jobs_work(void)
{
    struct job *next = NULL;
    for (size_t i = 0; i < WINDOW; i++)
        if (jobs[i].stage == STAGE_WAITING && (next == NULL || (int32_t)(jobs[i].arrival - next->arrival) < 0))
            next = &jobs[i];
    if (next == NULL)
        return;

    search.engine = next->engine;
    search.job = next;
    search.limit = next->limit;
    search.cancelled = false;
    memset(&search.result, 0, RESULT_HEAD);
    search.result.rows = next->puzzle[0];
    search.result.cols = next->puzzle[1];
    next->stage = STAGE_RUNNING;
    leds_show(true, false);
    next->engine->solve(next->puzzle, next->count, &search.result);
    leds_show(false, false);
    search.engine = NULL;
    if (search.job == NULL)
        return;
    if (search.result.solutions > 0)
        search.result.status = STATUS_SOLVED;
    memcpy(&next->result, &search.result, RESULT_HEAD + search.result.length);
    next->stage = DONE;
    search.job = NULL;
    answer_result(next);
}
