#include "queue.h"

#include "engine.h"

static uint32_t words_of(size_t bytes) { return 1 + ((uint32_t)bytes + 3) / 4; }

OFTEN void *queue_reserve(struct queue *queue, size_t bytes)
{
    uint32_t words = words_of(bytes);
    if (queue->blocks == 0)
        queue_clear(queue);
    uint32_t limit = queue->top ? queue->first : queue->words;
    if (limit - queue->end >= words)
        queue->reserved = queue->end;
    else if (queue->top == 0 && queue->first >= words)
        queue->reserved = 0;
    else
        return NULL;
    return &queue->memory[queue->reserved + 1];
}

OFTEN void queue_add(struct queue *queue, size_t bytes)
{
    if (queue->blocks == 0) {
        queue->first = queue->reserved;
        queue->top = 0;
    } else if (queue->reserved != queue->end) {
        queue->top = queue->end;
    }
    queue->memory[queue->reserved] = (uint32_t)bytes;
    queue->end = queue->reserved + words_of(bytes);
    queue->blocks++;
}

void queue_remove(struct queue *queue)
{
    queue->first = queue_next(queue, queue->first);
    if (queue->first == 0)
        queue->top = 0;
    queue->blocks--;
}
