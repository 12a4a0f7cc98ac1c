#include "requests.h"

#include "bytes.h"
#include "engine.h"
#include "frame.h"
#include "jobs.h"
#include "memory.h"
#include "selftest.h"
#include "session.h"
#include "soc.h"

#define DEAF_SECONDS 2 /* after this time without a valid frame, the default bit rate is restored */

static uint64_t last_heard;
static uint32_t first_divisor; /* the divisor for the bit rate after reset */
static bool changed_rate;

SELDOM void answer_identity(uint16_t sequence)
{
    const volatile REGISTER *const words = &IDENTITY->build_low; /* followed by build_high, clock_hz and bit_rate */
    uint8_t *at = answer_begin(KIND_IDENTITY, sequence);
    *at++ = PROTOCOL_VERSION;
    at = put16(at, REQUEST_BYTES);
    for (size_t i = 0; i < 4; i++)
        at = put_number(at, words[i]);
    *at++ = (uint8_t)(engine_count + (BUILD_SOCS > 1));
    for (size_t i = 0; i < engine_count; i++) {
        memcpy(at, &engines[i], 4); /* genre, number, rows, cols */
        at += 4;
    }
    if (BUILD_SOCS > 1)
        at = put_number(at, BUILD_SOCS << 8); /* no genre */
    frame_end(at);
}

/* In a HELLO, the bytes after the version only test the line. */
SELDOM enum reason hello(const struct frame *request)
{
    if (request->length < 1)
        return REASON_MALFORMED;
    if (request->payload[0] != PROTOCOL_VERSION)
        return REASON_VERSION;
    if (session_open(request->session))
        jobs_discard();
    answer_identity(request->sequence);
    return REASON_ACCEPTED;
}

SELDOM enum reason change_rate(const struct frame *request)
{
    if (request->length != 4)
        return REASON_MALFORMED;
    uint32_t clock = IDENTITY->clock_hz, wanted = number_at(request->payload);
    /* A line without a bit rate, such as USB, has no rate to change. */
    uint32_t divisor = wanted == 0 || IDENTITY->bit_rate == 0 ? 0 : (clock + wanted / 2) / wanted;
    /* The receiver needs 5 clocks for each bit, and tolerates an error of 3 % in the rate. */
    if (divisor < 5 || divisor > 0xffff)
        return REASON_BIT_RATE;
    uint32_t made = clock / divisor;
    if ((made > wanted ? made - wanted : wanted - made) > wanted / 32)
        return REASON_BIT_RATE;
    frame_return(request, KIND_RATE_ANSWER, made);
    serial_flush();
    PORT->divisor = divisor;
    changed_rate = divisor != first_divisor;
    return REASON_ACCEPTED;
}

/* Handle and answer a request. Return ACCEPTED, or the reason why the request is refused. */
SMALL static enum reason answer(const struct frame *request)
{
    static enum reason (*const handlers[])(const struct frame *) = {
        [KIND_SOLVE] = jobs_solve,
        [KIND_POLL] = jobs_poll,
        [KIND_CANCEL] = jobs_cancel,
        [KIND_RATE_REQUEST] = change_rate,
        [KIND_STORE] = jobs_store,
        [KIND_FETCH] = jobs_fetch,
        [KIND_REPEAT] = jobs_repeat,
        [KIND_TEST] = self_test,
    };
    if (request->kind == KIND_HELLO)
        return hello(request);
    if (request->kind > KIND_TEST || handlers[request->kind] == NULL)
        return REASON_UNKNOWN_KIND;
    return session_is(request->session) ? handlers[request->kind](request) : REASON_NO_SESSION;
}

SMALL static void handle(const struct frame *request)
{
    leds_set(LEDS_LIGHTS_ERROR, false);
    last_heard = timer_cycles();
    enum reason reason = answer(request);
    if (reason != REASON_ACCEPTED)
        refuse(request, reason);
}

SELDOM void restore_rate(void)
{
    if (timer_cycles() - last_heard <= (uint64_t)BUILD_CLOCK_HZ * DEAF_SECONDS)
        return;
    PORT->divisor = first_divisor;
    changed_rate = false;
}

void requests_begin(void) { first_divisor = PORT->divisor; }

SMALL void requests_handle(void)
{
    struct frame request;
    bool heard = false;
    for (; frame_receive(&request); heard = true)
        handle(&request);
    if (!heard && changed_rate)
        restore_rate();
}
