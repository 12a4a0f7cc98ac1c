/* A queue of blocks of bytes. Each block is contiguous, and aligned to a word. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct queue {
    uint32_t *memory; /* a word with the number of bytes precedes each block */
    uint32_t words;
    uint32_t blocks;
    uint32_t first, end; /* the position of the oldest block, and the end of the newest block */
    uint32_t top; /* 0, or the end of the older blocks if the newer blocks continue at the memory's beginning */
    uint32_t reserved; /* the position of the next block */
};

static inline void queue_clear(struct queue *queue) { queue->blocks = queue->first = queue->end = queue->top = 0; }

static inline bool queue_is_empty(const struct queue *queue) { return queue->blocks == 0; }

/* Reserve room for a block of up to `bytes` bytes, which queue_add adds later; return NULL if the queue is full. */
void *queue_reserve(struct queue *queue, size_t bytes);

/* Add the reserved block with its final number of bytes. */
void queue_add(struct queue *queue, size_t bytes);

/* A block is identified by its position. */
static inline uint32_t queue_next(const struct queue *queue, uint32_t block)
{
    uint32_t next = block + 1 + (queue->memory[block] + 3) / 4;
    return next == queue->top ? 0 : next;
}

static inline void *queue_bytes(const struct queue *queue, uint32_t block) { return &queue->memory[block + 1]; }

/* Remove the oldest block. */
void queue_remove(struct queue *queue);
