/* Placement and optimisation of functions: the instruction cache is small, and the CPU has no branch prediction. */
#pragma once

/* For conditions that rarely hold, where each clock counts: the CPU assumes that forward branches are not taken. */
#define UNLIKELY(condition) __builtin_expect((condition), false)

/* For functions that a search rarely calls: small code, apart from the hot code and its CPU registers. An instruction-cache
 * miss costs 20 clocks. */
#define SMALL __attribute__((minsize))
#define SAVING __attribute__((disable_tail_calls)) /* a function with a tail call does not use save.S */
#define COLD SMALL SAVING __attribute__((cold, noinline))
#define SELDOM static COLD

/* For functions that run once per clue while clues are removed: they are contiguous, so that they fit into the cache. */
#define MAKING __attribute__((section(".text.making"), noinline))

/* For functions that run once per node of a search that branches: they follow, and may evict some of the others. */
#define BRANCHING SMALL __attribute__((section(".text.branching"), noinline))

/* For functions whose variables must be in registers of the loop that calls them. */
#define INLINED __attribute__((always_inline)) static inline

/* For functions that run once per puzzle: together they fit into the cache; code for frames evicts them only between batches.
 * Each starts at a cache line, so that the time of a search does not depend on other code. */
#define OFTEN __attribute__((hot, aligned(32)))
