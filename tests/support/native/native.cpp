// The firmware, compiled for this machine, with a serial line in memory and a clock that the test advances. The test
// also supplies the engines, as functions that read and write their registers.

#include <stdlib.h>

#include "registers.h"
#include "frame.h"
#include "jobs.h"
#include "queue.h"
#include "requests.h"
#include "search.h"
#include "work.h"

static uint64_t clocks;

uint32_t __mulsi3(uint32_t one, uint32_t other);
uint32_t __udivsi3(uint32_t dividend, uint32_t divisor);

// Clocks per bit of the serial line.
static uint32_t divisor = (BUILD_CLOCK_HZ + BUILD_BIT_RATE / 2) / BUILD_BIT_RATE;

static uint8_t *input, *output;
static size_t read_to, input_length, output_length, output_room;

static uint32_t (*read_register)(uint32_t address);
static void (*write_register)(uint32_t address, uint32_t value);

static uint32_t lights, crc;

uint32_t native_rom[ROM_WORDS];

// The number of iterations of the main loop in each step. It is greater than the number of puzzles that fit into
// the queue.
enum { WORKS = 256 };

static uint32_t receive()
{
    if (read_to < input_length)
        return input[read_to++];
    clocks += 10; // so that a loop that waits for some time does not run forever
    return PORT_RX_EMPTY;
}

static void send(uint8_t byte)
{
    if (output_length == output_room)
        output = (uint8_t *)realloc(output, output_room = 2 * output_room + 4096);
    output[output_length++] = byte;
}

uint32_t register_read(const volatile Register *which)
{
    const struct {
        const volatile Register *which;
        uint32_t value;
    } known[] = {
        {&PORT->room, PORT_ROOM_BYTES}, {&PORT->divisor, divisor}, {&LEDS->lights, lights}, {&CRC->crc, crc},
        {&TIMER->low, uint32_t(clocks)}, {&TIMER->ended, uint32_t(clocks)}, {&TIMER->high, uint32_t(clocks >> 32)},
        {&IDENTITY->build_low, BUILD_HASH_LOW}, {&IDENTITY->build_high, BUILD_HASH_HIGH},
        {&IDENTITY->clock_hz, BUILD_CLOCK_HZ}, {&IDENTITY->bit_rate, BUILD_BIT_RATE},
    };
    if (which == &PORT->rx)
        return receive();
    for (const auto &one : known)
        if (which == one.which)
            return one.value;
    return read_register(uint32_t(uintptr_t(which)));
}

void register_write(const volatile Register *which, uint32_t value)
{
    if (which == &PORT->tx)
        send(uint8_t(value));
    else if (which == &PORT->divisor)
        divisor = value;
    else if (which == &LEDS->lights)
        lights = value;
    else if (which == &CRC->begin)
        crc = value;
    else if (which == &CRC->byte)
        for (crc ^= value & 0xff, value = 8; value > 0; value--)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    else
        write_register(uint32_t(uintptr_t(which)), value);
}

extern "C" {

void native_begin(uint32_t (*read)(uint32_t), void (*write)(uint32_t, uint32_t))
{
    read_register = read;
    write_register = write;
    requests_begin();
    search_set_callbacks(requests_handle, jobs_report);
}

void native_feed(const uint8_t *data, size_t length)
{
    input = (uint8_t *)realloc(input, input_length + length);
    memcpy(input + input_length, data, length);
    input_length += length;
}

size_t native_take(uint8_t *data, size_t room)
{
    size_t length = output_length < room ? output_length : room;
    memcpy(data, output, length);
    memmove(output, output + length, output_length -= length);
    return length;
}

void native_step(uint64_t cycles)
{
    clocks += cycles;
    for (int i = 0; i < WORKS; i++) {
        requests_handle();
        work();
    }
}

void native_end()
{
    free(input);
    free(output);
}

uint32_t native_divisor() { return divisor; }

uint32_t native_product(uint32_t one, uint32_t other) { return __mulsi3(one, other); }
uint32_t native_quotient(uint32_t dividend, uint32_t divisor) { return __udivsi3(dividend, divisor); }

uint32_t native_crc32(const uint8_t *data, size_t length) { return crc32(0, data, length); }
bool native_receive(struct frame *frame) { return frame_receive(frame); }

void native_send(uint8_t kind, uint32_t session, uint16_t sequence, const uint8_t *payload, size_t length)
{
    uint8_t *at = frame_begin(kind, session, sequence);
    memcpy(at, payload, length);
    frame_end(at + length);
}

void *native_queue_reserve(struct queue *queue, size_t bytes) { return queue_reserve(queue, bytes); }
void native_queue_add(struct queue *queue, size_t bytes) { queue_add(queue, bytes); }
void native_queue_remove(struct queue *queue) { queue_remove(queue); }
uint32_t native_queue_next(const struct queue *queue, uint32_t block) { return queue_next(queue, block); }
void *native_queue_bytes(const struct queue *queue, uint32_t block) { return queue_bytes(queue, block); }
size_t native_queue_length(const struct queue *queue, uint32_t block) { return queue->memory[block]; }

}
