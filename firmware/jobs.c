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

#define VERSION 4
#define DEAF_SECONDS 2 /* without a valid frame for so long, back to the build's bit rate */

enum kind {
    HELLO = 0x01, SOLVE, POLL, CANCEL, RATE, LOAD, START, RESTART, STORE, FETCH,
    IDENTITY_ANSWER = 0x81, STATE_ANSWER, RESULT_ANSWER, REFUSED_ANSWER, RATE_ANSWER, LOADED_ANSWER, STARTED_ANSWER,
    STORED_ANSWER, PIECE_ANSWER,
};

#define RESULT_HEAD offsetof(struct result, bits)

/* The first three are the protocol's states. */
enum state { UNKNOWN, WAITING, RUNNING, DONE };

struct job {
    enum state state;
    bool told; /* the host knows that it has come */
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

/* A power of two, so that slots do not collide where job numbers wrap. Small jobs take little time, and a line that is seldom idle
 * needs more of them under way. */
enum { WINDOW = sizeof(struct job) <= 640 ? 8 : 4 };
static struct job jobs[WINDOW];
static uint32_t arrivals;
static bool any_untold;

/* The job to which an engine's memory belongs: from the first piece of its puzzle, or else its SOLVE, until another one takes it.
 * The host has given up what is in there when it sends something newer for that engine, or a job that takes the slot. */
static struct {
    const struct genre *engine; /* NULL: it is nobody's */
    uint16_t sequence;
} memory;

static uint32_t session;
static bool in_session;
static uint64_t last_heard;
static uint32_t first_divisor; /* of the bit rate after reset */

/* The running search. Its job may vanish under it when the host begins a new session. */
static struct {
    const struct genre *genre; /* NULL: none runs */
    struct job *job; /* NULL: nobody waits for it */
    struct result result;
    uint64_t limit;
    bool cancelled;
} search;
uint64_t search_began;

static uint8_t *begin_answer(enum kind kind, uint16_t sequence)
{
    return frame_begin((uint8_t)kind, session, sequence);
}

/* What takes long, in the light of a search. A simulated board's clock does not rest then. */
static void show_work(bool works)
{
    leds_show(works || search.job != NULL, false);
}

static void refuse(const struct frame *request, enum refusal reason)
{
    leds_show(search.job != NULL, true);
    uint8_t *at = frame_begin(REFUSED_ANSWER, request->session, request->sequence);
    *at++ = (uint8_t)reason;
    frame_end(at);
}

static void answer_identity(uint16_t sequence)
{
    uint8_t *at = begin_answer(IDENTITY_ANSWER, sequence);
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
    frame_end(at);
}

static void answer_state(uint16_t sequence, struct job *job)
{
    bool running = job != NULL && job->state == RUNNING;
    if (job != NULL)
        job->told = true;
    uint8_t *at = begin_answer(STATE_ANSWER, sequence);
    *at++ = job == NULL ? UNKNOWN : (uint8_t)job->state;
    at = put64(at, running ? timer_cycles() - search_began : 0);
    at = put64(at, running ? search.result.counter[0] : 0);
    frame_end(at);
}

/* A solution that lies in an engine's memory is fetched from there. */
static void answer_result(const struct job *job)
{
    const struct result *result = &job->result;
    uint8_t *at = begin_answer(RESULT_ANSWER, job->sequence);
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
    if (job != NULL && job->state == DONE)
        answer_result(job);
    else
        answer_state(sequence, job);
}

/* Tells the host of the jobs that have come, for what they wait for takes time. */
SELDOM void tell(void)
{
    any_untold = false;
    for (size_t i = 0; i < WINDOW; i++)
        if (!jobs[i].told && (jobs[i].state == WAITING || jobs[i].state == RUNNING))
            answer_state(jobs[i].sequence, &jobs[i]);
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
        memory.engine = NULL;
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

/* Is that the number of a job which has come already, or one that its slot has left behind? Then it is an echo. */
static bool is_past(uint16_t sequence)
{
    const struct job *job = &jobs[sequence % WINDOW];
    return job->state != UNKNOWN && (int16_t)(sequence - job->sequence) <= 0;
}

static bool is_busy(const struct genre *engine)
{
    for (size_t i = 0; i < WINDOW; i++)
        if (jobs[i].state == WAITING && jobs[i].genre == engine)
            return true;
    return search.genre == engine;
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
    if (request->length < HEAD || payload[2] < 1 || payload[2] > SOLUTIONS_LARGEST) {
        refuse(request, MALFORMED);
        return;
    }
    const struct genre *genre = find_genre(payload[0], payload[1]);
    if (genre == NULL) {
        refuse(request, UNKNOWN_GENRE);
        return;
    }
    const uint8_t *puzzle = payload + HEAD;
    size_t length = request->length - HEAD;
    bool in_memory = genre->store != NULL && length == STORED_BYTES;
    show_work(true);
    enum refusal reason = in_memory && is_busy(genre) ? BUSY : genre->check(puzzle, length);
    show_work(false);
    if (reason != ACCEPTED) {
        refuse(request, reason);
        return;
    }
    struct job *job = &jobs[request->sequence % WINDOW];
    if (job == search.job)
        search.job = NULL; /* the host has given its old job up */
    if (job == &jobs[memory.sequence % WINDOW])
        memory.engine = NULL;
    if (genre->store != NULL) {
        memory.engine = genre;
        memory.sequence = request->sequence;
    }
    job->state = WAITING;
    job->told = false;
    any_untold = true;
    job->sequence = request->sequence;
    job->arrival = arrivals++;
    job->genre = genre;
    job->count = payload[2];
    job->limit = get64(payload + 3);
    memcpy(job->puzzle, puzzle, length);
}

static void store(const struct frame *request)
{
    enum { HEAD = 6 };
    if (request->length < HEAD) {
        refuse(request, MALFORMED);
        return;
    }
    const struct genre *genre = find_genre(request->payload[0], request->payload[1]);
    if (genre == NULL || genre->store == NULL) {
        refuse(request, UNKNOWN_GENRE);
        return;
    }
    uint32_t offset = get32(request->payload + 2);
    bool begins = offset == 0 && (memory.engine == NULL || (int16_t)(request->sequence - memory.sequence) > 0);
    if (is_past(request->sequence) || !(begins || owns_memory(request->sequence))) {
        answer_job(request->sequence, find_job(request->sequence));
        return;
    }
    if (is_busy(genre)) {
        refuse(request, BUSY);
        return;
    }
    memory.engine = genre;
    memory.sequence = request->sequence;
    size_t length = request->length - HEAD;
    enum refusal reason = genre->store(offset, request->payload + HEAD, length);
    if (reason != ACCEPTED) {
        refuse(request, reason);
        return;
    }
    frame_end(put32(begin_answer(STORED_ANSWER, request->sequence), offset + (uint32_t)length));
}

static void fetch(const struct frame *request)
{
    enum { HEAD = 5 };
    if (request->length != 7) {
        refuse(request, MALFORMED);
        return;
    }
    struct job *job = find_job(request->sequence);
    if (job == NULL || job->state != DONE || !owns_memory(request->sequence)) {
        /* What is not there any more is not known any more. */
        answer_state(request->sequence, job == NULL || job->state == DONE ? NULL : job);
        return;
    }
    uint32_t solution = request->payload[0], offset = get32(request->payload + 1);
    uint32_t length = get16(request->payload + 5), cells = (uint32_t)job->result.rows * job->result.cols;
    if (solution >= job->result.solutions || offset > cells || length > cells - offset || length > FRAME_PAYLOAD - HEAD) {
        refuse(request, MALFORMED);
        return;
    }
    uint8_t *at = begin_answer(PIECE_ANSWER, request->sequence);
    *at++ = (uint8_t)solution;
    at = put32(at, offset);
    memory.engine->fetch(solution, offset, at, length);
    frame_end(at + length);
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
    frame_end(put32(begin_answer(RATE_ANSWER, request->sequence), made));
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
    frame_end(put32(begin_answer(LOADED_ANSWER, request->sequence), offset + (uint32_t)length));
}

static void become(bool loaded, uint16_t sequence)
{
    uint8_t *at = begin_answer(STARTED_ANSWER, sequence);
    *at++ = loaded;
    frame_end(at);
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
    show_work(true);
    enum refusal reason = image_check(get32(request->payload), get32(request->payload + 4));
    show_work(false);
    if (reason == ACCEPTED)
        become(true, request->sequence);
    else
        refuse(request, reason);
}

static void handle(const struct frame *request)
{
    show_work(false);
    last_heard = timer_cycles();
    if (request->kind < HELLO || request->kind > FETCH)
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
    else if (request->kind == STORE)
        store(request);
    else if (request->kind == FETCH)
        fetch(request);
    else
        become(false, request->sequence);
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
    struct frame request;
    while (frame_receive(&request))
        handle(&request);
    if (serial_divisor() != first_divisor)
        mend_deafness();
}

bool search_may_go_on(struct result *result)
{
    jobs_listen();
    if (any_untold)
        tell();
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

    search.genre = next->genre;
    search.job = next;
    search.limit = next->limit;
    search.cancelled = false;
    memset(&search.result, 0, RESULT_HEAD);
    search.result.rows = next->puzzle[0];
    search.result.cols = next->puzzle[1];
    next->state = RUNNING;
    leds_show(true, false);
    next->genre->solve(next->puzzle, next->count, &search.result);
    leds_show(false, false);
    search.genre = NULL;
    if (search.job == NULL)
        return;
    if (search.result.solutions > 0)
        search.result.status = SOLVED;
    memcpy(&next->result, &search.result, RESULT_HEAD + search.result.length);
    next->state = DONE;
    search.job = NULL;
    answer_result(next);
}
