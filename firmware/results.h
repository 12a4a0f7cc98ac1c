/* Results of consecutive jobs, kept until the host has received them (docs/develop/protocol.md). */
#pragma once

#include "search.h"

/* Maximum sizes of the parts of a result without solutions: status and cycles; counters. */
#define RESULT_HEAD (1 + VARINT_BYTES)
#define RESULT_COUNTERS (1 + VARINT_BYTES * BUILD_COUNTERS)

/* A result of TASK_CERTAIN is at most as large as four solutions and a number. */
#define CERTAIN_SOLUTIONS 4

/* Jobs are numbered in the order of arrival, which is also the order of solving. Numbers wrap around. */
static inline bool is_before(uint16_t one, uint16_t other) { return (int16_t)(one - other) < 0; }

/* The first job without a result. */
extern uint16_t jobs_ended;

void results_clear(void);

/* Set the maximum size of the next results. */
void results_expect(size_t result_bytes);

/* Return where to write the next result; NULL if there is no room until the host has received others. */
uint8_t *results_reserve(size_t result_bytes);

/* Add that result, from its head to its end. Return whether a RESULT is complete and can be sent. */
bool results_add(const uint8_t *head, const uint8_t *end);

/* Return whether there are unsent results: any, or in a complete RESULT. */
bool results_wait(bool any);

/* Send the oldest unsent RESULT. */
void results_send(void);

/* Release the results of all jobs before `received`. */
void results_release(uint16_t received);

/* Send all kept results again. */
void results_repeat(void);
