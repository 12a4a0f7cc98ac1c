/* The results of consecutive jobs, which are kept until the host has received them (docs/develop/protocol.md). */
#pragma once

#include "search.h"

/* A result consists of its head, the solutions, the cycles, and the counters. RESULT_HEAD is the maximum size of the
 * head and the cycles together, and RESULT_COUNTERS is the maximum size of the counters. */
#define RESULT_HEAD (1 + VARINT_BYTES)
#define RESULT_COUNTERS (1 + VARINT_BYTES * BUILD_COUNTERS)

/* The result of TASK_CERTAIN is at most as large as four solutions and a number. */
#define CERTAIN_SOLUTIONS 4

/* Jobs are numbered in the order in which they arrive and are solved. The numbers wrap around. */
static inline bool is_before(uint16_t one, uint16_t other) { return (int16_t)(one - other) < 0; }

/* The first job without a result. */
extern uint16_t jobs_ended;

void results_clear(void);

/* Set the maximum size of the next results. */
void results_expect(size_t result_bytes);

/* Return the address at which the next result must be written, or NULL if there is no room until the host has received
 * earlier results. */
uint8_t *results_reserve(size_t result_bytes);

/* Add the result that was written from `head` to `end`. Return whether a RESULT is complete and can be sent. */
bool results_add(const uint8_t *head, const uint8_t *end);

/* Return whether there are unsent results; if `any` is false, only results in a complete RESULT count. */
bool results_wait(bool any);

/* Send the oldest unsent RESULT. */
void results_send(void);

/* Release the results of all jobs before `received`. */
void results_release(uint16_t received);

/* Send all kept results again. */
void results_repeat(void);
