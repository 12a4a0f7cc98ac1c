/* Where functions are in memory, and how they are compiled: the instruction cache is small, and the CPU predicts no branch. */
#pragma once

/* For what hardly ever holds where each clock counts: the CPU expects that no branch forward is taken. */
#define UNLIKELY(condition) __builtin_expect((condition), false)

/* For functions that a search seldom calls: keep them short, and out of the hot code and of its CPU registers. An
 * instruction-cache miss costs 20 clocks. */
#define SMALL __attribute__((minsize))
#define SAVING __attribute__((disable_tail_calls)) /* with a tail call, a function does not save its registers by save.S */
#define COLD SMALL SAVING __attribute__((cold, noinline))
#define SELDOM static COLD

/* For functions that run once a clue while clues are removed: they are contiguous, so that they fit into the cache together. */
#define MAKING __attribute__((section(".text.making"), noinline))

/* For those that run once a node of a search that branches; they follow, and may displace a part of the others. */
#define BRANCHING SMALL __attribute__((section(".text.branching"), noinline))

/* For functions whose variables are to be in registers of the loop that calls them. */
#define INLINED __attribute__((always_inline)) static inline

/* For functions that run once a puzzle: together they fit into the cache, which the code for frames displaces only between two
 * batches. They begin with a line of it, so that a search's time does not depend on other code. */
#define OFTEN __attribute__((hot, aligned(32)))
