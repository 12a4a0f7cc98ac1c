#include "requests.h"

#include "bytes.h"
#include "engine.h"
#include "frame.h"
#include "jobs.h"
#include "session.h"
#include "soc.h"

#define DEAF_SECONDS 2 /* after this time without a valid frame, the default bit rate is restored */

static uint64_t last_heard;
static uint32_t first_divisor; /* the divisor for the bit rate after reset */
static bool changed_rate;

/* These functions are not inlined, because a call takes less code. */
SELDOM uint32_t number_at(const uint8_t *at) { return get32(at); }
SELDOM uint8_t *put_number(uint8_t *at, uint32_t number) { return put32(at, number); }

SELDOM void answer_identity(uint16_t sequence)
{
    const uint32_t words[] = {IDENTITY->build_low, IDENTITY->build_high, IDENTITY->clock_hz, IDENTITY->bit_rate};
    uint8_t *at = answer_begin(KIND_IDENTITY, sequence);
    *at++ = PROTOCOL_VERSION;
    at = put16(at, REQUEST_BYTES);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        at = put_number(at, words[i]);
    *at++ = (uint8_t)engine_count;
    for (size_t i = 0; i < engine_count; i++) {
        *at++ = engines[i].genre;
        *at++ = engines[i].number;
        *at++ = engines[i].rows;
        *at++ = engines[i].cols;
    }
    frame_end(at);
}

/* In a HELLO, the bytes after the version only test the line. */
SELDOM void hello(const struct frame *request)
{
    if (request->length < 1) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    if (request->payload[0] != PROTOCOL_VERSION) {
        refuse(request, REASON_VERSION);
        return;
    }
    if (session_open(request->session))
        jobs_discard();
    answer_identity(request->sequence);
}

SELDOM void change_rate(const struct frame *request)
{
    if (request->length != 4) {
        refuse(request, REASON_MALFORMED);
        return;
    }
    uint32_t clock = IDENTITY->clock_hz, wanted = number_at(request->payload);
    uint32_t divisor = wanted == 0 ? 0 : (clock + wanted / 2) / wanted;
    /* The receiver needs 5 clocks for each bit, and tolerates an error of 3 % in the rate. */
    if (divisor < 5 || divisor > 0xffff) {
        refuse(request, REASON_BIT_RATE);
        return;
    }
    uint32_t made = clock / divisor;
    if ((made > wanted ? made - wanted : wanted - made) > wanted / 32) {
        refuse(request, REASON_BIT_RATE);
        return;
    }
    frame_end(put_number(answer_begin(KIND_RATE_ANSWER, request->sequence), made));
    serial_flush();
    UART->divisor = divisor;
    changed_rate = divisor != first_divisor;
}

SMALL static void handle(const struct frame *request)
{
    static void (*const handlers[])(const struct frame *) = {
        [KIND_SOLVE] = jobs_solve,
        [KIND_POLL] = jobs_poll,
        [KIND_CANCEL] = jobs_cancel,
        [KIND_RATE_REQUEST] = change_rate,
        [KIND_STORE] = jobs_store,
        [KIND_FETCH] = jobs_fetch,
        [KIND_REPEAT] = jobs_repeat,
    };
    leds_set(LEDS_LIGHTS_ERROR, false);
    last_heard = timer_cycles();
    if (request->kind == KIND_HELLO)
        hello(request);
    else if (request->kind > KIND_REPEAT || handlers[request->kind] == NULL)
        refuse(request, REASON_UNKNOWN_KIND);
    else if (!session_is(request->session))
        refuse(request, REASON_NO_SESSION);
    else
        handlers[request->kind](request);
}

SELDOM void restore_rate(void)
{
    if (timer_cycles() - last_heard <= (uint64_t)BUILD_CLOCK_HZ * DEAF_SECONDS)
        return;
    UART->divisor = first_divisor;
    changed_rate = false;
}

void requests_begin(void) { first_divisor = UART->divisor; }

SMALL void requests_handle(void)
{
    struct frame request;
    bool heard = false;
    for (; frame_receive(&request); heard = true)
        handle(&request);
    if (!heard && changed_rate)
        restore_rate();
}
