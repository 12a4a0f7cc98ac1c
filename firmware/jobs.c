#include "jobs.h"

#include "bytes.h"
#include "frame.h"
#include "genre.h"
#include "identity.h"
#include "image.h"
#include "leds.h"
#include "memory.h"
#include "self.h"
#include "serial.h"
#include "timer.h"

#define VERSION 3
#define WINDOW 4
#define DEAF_SECONDS 2 /* without a valid frame for so long, back to the build's bit rate */

enum kind {
    HELLO = 0x01, SOLVE, POLL, CANCEL, RATE, LOAD, START, RESTART,
    IDENTITY_ANSWER = 0x81, STATE_ANSWER, RESULT_ANSWER, REFUSED_ANSWER, RATE_ANSWER, LOADED_ANSWER, STARTED_ANSWER,
};

/* The first three are the protocol's states. */
enum state { UNKNOWN, WAITING, RUNNING, DONE };

struct job {
    enum state state;
    uint16_t sequence;
    uint32_t arrival;
    const struct genre *genre;
    uint8_t count;
    uint64_t limit;
    union {
        uint8_t puzzle[PUZZLE_BYTES];
        struct result result; /* once it is done */
    };
};

static struct job jobs[WINDOW];
static uint32_t arrivals;

static uint32_t session;
static bool in_session;
static uint64_t last_heard;
static uint32_t first_divisor; /* of the bit rate after reset */

/* The running search. Its job may vanish under it when the host begins a new session. */
static struct {
    struct job *job; /* NULL: nobody waits for it */
    struct result result;
    uint64_t limit;
    bool cancelled;
} search;
uint64_t search_began;

static void answer(enum kind kind, uint16_t sequence, const uint8_t *payload, size_t length)
{
    frame_send(&(struct frame){
        .kind = (uint8_t)kind, .session = session, .sequence = sequence, .payload = payload, .length = length});
}

static void refuse(const struct frame *request, enum refusal reason)
{
    uint8_t payload = (uint8_t)reason;
    leds_show(search.job != NULL, true);
    frame_send(&(struct frame){
        .kind = REFUSED_ANSWER, .session = request->session, .sequence = request->sequence,
        .payload = &payload, .length = 1});
}

static void answer_identity(uint16_t sequence)
{
    static uint8_t payload[28 + 4 * 16];
    uint8_t *at = payload;
    *at++ = VERSION;
    *at++ = WINDOW;
    at = put32(at, identity_build_low());
    at = put32(at, identity_build_high());
    at = put32(at, identity_clock_hz());
    at = put32(at, identity_bit_rate());
    at = put32(at, self_interface());
    at = put32(at, self_firmware());
    *at++ = self_is_loaded();
    *at++ = (uint8_t)genre_count;
    for (size_t i = 0; i < genre_count; i++) {
        *at++ = genres[i]->genre;
        *at++ = genres[i]->engine;
        *at++ = genres[i]->rows();
        *at++ = genres[i]->cols();
    }
    answer(IDENTITY_ANSWER, sequence, payload, (size_t)(at - payload));
}

static void answer_state(uint16_t sequence, const struct job *job)
{
    bool running = job != NULL && job->state == RUNNING;
    uint8_t payload[17];
    uint8_t *at = payload;
    *at++ = job == NULL ? UNKNOWN : (uint8_t)job->state;
    at = put64(at, running ? timer_cycles() - search_began : 0);
    at = put64(at, running ? search.result.counter[0] : 0);
    answer(STATE_ANSWER, sequence, payload, (size_t)(at - payload));
}

static void answer_result(const struct job *job)
{
    static uint8_t payload[6 + 8 * (1 + COUNTERS_LARGEST) + sizeof job->result.bits];
    const struct result *result = &job->result;
    uint8_t *at = payload;
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
    answer(RESULT_ANSWER, job->sequence, payload, (size_t)(at - payload) + result->length);
}

static void answer_job(uint16_t sequence, const struct job *job)
{
    if (job != NULL && job->state == DONE)
        answer_result(job);
    else
        answer_state(sequence, job);
}

static struct job *find_job(uint16_t sequence)
{
    struct job *job = &jobs[sequence % WINDOW];
    return job->state != UNKNOWN && job->sequence == sequence ? job : NULL;
}

static void hello(const struct frame *request)
{
    if (request->length != 1) {
        refuse(request, MALFORMED);
        return;
    }
    if (request->payload[0] != VERSION) {
        refuse(request, OTHER_VERSION);
        return;
    }
    if (!in_session || request->session != session) {
        for (size_t i = 0; i < WINDOW; i++)
            jobs[i].state = UNKNOWN;
        search.job = NULL;
        session = request->session;
        in_session = true;
    }
    answer_identity(request->sequence);
}

static const struct genre *find_genre(uint8_t genre, uint8_t engine)
{
    for (size_t i = 0; i < genre_count; i++)
        if (genres[i]->genre == genre && genres[i]->engine == engine)
            return genres[i];
    return NULL;
}

static void solve(const struct frame *request)
{
    enum { HEAD = 11 };
    struct job *job = &jobs[request->sequence % WINDOW];
    if (job->state != UNKNOWN && (int16_t)(request->sequence - job->sequence) <= 0) {
        /* Heard before; or, in a number that the slot has left behind, an echo of the past. */
        answer_job(request->sequence, find_job(request->sequence));
        return;
    }
    const uint8_t *payload = request->payload;
    if (request->length < HEAD || payload[2] < 1 || payload[2] > SOLUTIONS_LARGEST) {
        refuse(request, MALFORMED);
        return;
    }
    const struct genre *genre = find_genre(payload[0], payload[1]);
    if (genre == NULL) {
        refuse(request, UNKNOWN_GENRE);
        return;
    }
    enum refusal reason = genre->check(payload + HEAD, request->length - HEAD);
    if (reason != ACCEPTED) {
        refuse(request, reason);
        return;
    }
    if (job == search.job)
        search.job = NULL; /* the host has given its old job up */
    job->state = WAITING;
    job->sequence = request->sequence;
    job->arrival = arrivals++;
    job->genre = genre;
    job->count = payload[2];
    job->limit = get64(payload + 3);
    memcpy(job->puzzle, payload + HEAD, request->length - HEAD);
    answer_state(job->sequence, job);
}

static void cancel(uint16_t sequence)
{
    struct job *job = find_job(sequence);
    if (job != NULL && job->state == RUNNING)
        search.cancelled = true;
    if (job != NULL && job->state == WAITING) {
        job->result = (struct result){.status = CANCELLED, .rows = job->puzzle[0], .cols = job->puzzle[1]};
        job->state = DONE;
    }
    answer_job(sequence, job);
}

static void change_rate(const struct frame *request)
{
    if (request->length != 4) {
        refuse(request, MALFORMED);
        return;
    }
    uint32_t clock = identity_clock_hz(), wanted = get32(request->payload);
    uint32_t divisor = wanted == 0 ? 0 : (clock + wanted / 2) / wanted;
    /* The receiver needs 5 clocks a bit, and a byte bears an error of some 3 % in the rate. */
    if (divisor < 5 || divisor > 0xffff) {
        refuse(request, IMPOSSIBLE_RATE);
        return;
    }
    uint32_t made = clock / divisor;
    if ((made > wanted ? made - wanted : wanted - made) > wanted / 32) {
        refuse(request, IMPOSSIBLE_RATE);
        return;
    }
    uint8_t payload[4];
    put32(payload, made);
    answer(RATE_ANSWER, request->sequence, payload, sizeof payload);
    serial_flush();
    serial_set_divisor(divisor);
}

static void load(const struct frame *request)
{
    enum { HEAD = 4 };
    if (request->length < HEAD) {
        refuse(request, MALFORMED);
        return;
    }
    uint32_t offset = get32(request->payload);
    size_t length = request->length - HEAD;
    enum refusal reason = image_store(offset, request->payload + HEAD, length);
    if (reason != ACCEPTED) {
        refuse(request, reason);
        return;
    }
    uint8_t payload[4];
    put32(payload, offset + (uint32_t)length);
    answer(LOADED_ANSWER, request->sequence, payload, sizeof payload);
}

static void become(bool loaded, uint16_t sequence)
{
    uint8_t payload = loaded;
    answer(STARTED_ANSWER, sequence, &payload, 1);
    serial_flush();
    serial_set_divisor(first_divisor);
    self_become(loaded);
}

static void start(const struct frame *request)
{
    if (request->length != 8) {
        refuse(request, MALFORMED);
        return;
    }
    enum refusal reason = image_check(get32(request->payload), get32(request->payload + 4));
    if (reason == ACCEPTED)
        become(true, request->sequence);
    else
        refuse(request, reason);
}

static void handle(const struct frame *request)
{
    leds_show(search.job != NULL, false);
    last_heard = timer_cycles();
    if (request->kind < HELLO || request->kind > RESTART)
        refuse(request, UNKNOWN_KIND);
    else if (request->kind == HELLO)
        hello(request);
    else if (!in_session || request->session != session)
        refuse(request, NO_SESSION);
    else if (request->kind == SOLVE)
        solve(request);
    else if (request->kind == POLL)
        answer_job(request->sequence, find_job(request->sequence));
    else if (request->kind == CANCEL)
        cancel(request->sequence);
    else if (request->kind == RATE)
        change_rate(request);
    else if (request->kind == LOAD)
        load(request);
    else if (request->kind == START)
        start(request);
    else
        become(false, request->sequence);
}

SELDOM void hear(uint8_t byte)
{
    struct frame request;
    if (frame_receive(byte, &request))
        handle(&request);
}

SELDOM void mend_deafness(void)
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
    int32_t byte;
    while ((byte = serial_read()) >= 0)
        hear((uint8_t)byte);
    if (serial_divisor() != first_divisor)
        mend_deafness();
}

bool search_may_go_on(struct result *result)
{
    jobs_listen();
    if (search.job == NULL || search.cancelled) {
        result->status = CANCELLED;
        return false;
    }
    if (search.limit != 0 && timer_cycles() - search_began >= search.limit) {
        result->status = LIMIT;
        return false;
    }
    return true;
}

void jobs_work(void)
{
    struct job *next = NULL;
    for (size_t i = 0; i < WINDOW; i++)
        if (jobs[i].state == WAITING && (next == NULL || (int32_t)(jobs[i].arrival - next->arrival) < 0))
            next = &jobs[i];
    if (next == NULL)
        return;

    search.job = next;
    search.limit = next->limit;
    search.cancelled = false;
    memset(&search.result, 0, sizeof search.result);
    search.result.rows = next->puzzle[0];
    search.result.cols = next->puzzle[1];
    next->state = RUNNING;
    leds_show(true, false);
    next->genre->solve(next->puzzle, next->count, &search.result);
    leds_show(false, false);
    if (search.job == NULL)
        return;
    if (search.result.solutions > 0)
        search.result.status = SOLVED;
    next->result = search.result;
    next->state = DONE;
    search.job = NULL;
    answer_result(next);
}
