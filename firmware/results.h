/* Results of consecutive jobs, kept until the host has them (docs/develop/protocol.md). */
#pragma once

#include "search.h"

/* The most bytes of a result without its solutions: status and cycles; counters. */
#define RESULT_HEAD (1 + VARINT_BYTES)
#define RESULT_COUNTERS (1 + VARINT_BYTES * BUILD_COUNTERS)

/* What is certain takes as many bytes as four solutions or fewer, besides a number. */
#define CERTAIN_SOLUTIONS 4

/* Jobs are numbered in the order in which they come, are solved and have results. Numbers wrap around. */
static inline bool is_before(uint16_t one, uint16_t other) { return (int16_t)(one - other) < 0; }

/* The first job without a result. */
extern uint16_t jobs_ended;

void results_clear(void);

/* Set the most bytes of each of the next results. */
void results_expect(size_t result_bytes);

/* Return where to write the next result; NULL if there is no room before the host has others. */
uint8_t *results_reserve(size_t result_bytes);

/* Add that result, from its head to its end. Return whether a RESULT is complete, for results_send. */
bool results_add(const uint8_t *head, const uint8_t *end);

/* Return whether there are results that were not sent: any, or in a RESULT that is full. */
bool results_wait(bool any);

/* Send the oldest of them. */
void results_send(void);

/* Forget the results of all jobs before `taken`, which the host has. */
void results_forget(uint16_t taken);

/* Send all again that the host may not have. */
void results_repeat(void);
