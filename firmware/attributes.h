/* Attributes that place and optimise functions: the instruction cache is small, and the CPU has no branch prediction.
 * */
#pragma once

/* For conditions that rarely hold, in code where each clock counts: the CPU assumes that forward branches are not
 * taken. */
#define UNLIKELY(condition) __builtin_expect((condition), false)

/* For functions that a search rarely calls. Their code is kept small, because a miss of the instruction cache costs 20
 * clocks. The functions are also not inlined, so that they take no CPU registers away from the hot code. */
#define SMALL __attribute__((minsize))
#define SAVING __attribute__((disable_tail_calls)) /* functions with tail calls cannot use save.S */
#define COLD SMALL SAVING __attribute__((cold, noinline))
#define SELDOM static COLD

/* For functions that never run during a search. They are placed after all other code, so that the other code keeps its
 * places in the cache. */
#define LAST COLD __attribute__((section(".text_last")))

/* For functions that run once for each clue when clues are removed: they are contiguous, so that together they fit into
 * the cache. */
#define MAKING __attribute__((section(".text.making"), noinline))

/* For functions that run once for each node of a search that branches: they are placed after the MAKING functions, and
 * may evict some MAKING functions from the cache. */
#define BRANCHING SMALL __attribute__((section(".text.branching"), noinline))

/* For functions whose variables must be in CPU registers throughout the loop that calls the functions. */
#define INLINED __attribute__((always_inline)) static inline

/* For functions that run once for each puzzle. Together they fit into the cache. The code that handles frames evicts
 * them from the cache, but only between batches. Each function starts at the beginning of a cache line, so that the
 * time of a search does not depend on other code. */
#define OFTEN __attribute__((hot, aligned(32)))
