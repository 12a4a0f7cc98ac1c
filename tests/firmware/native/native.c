#include "native.h"

#include <stdlib.h>
#include <string.h>

#include "jobs.h"
#include "registers.h"

struct native_checker native_checker;
struct native_deducer native_deducer;
struct native_sudoku native_sudoku;
struct native_scan native_scan;
uint64_t native_cycles;
uint32_t native_divisor = 50;
uint32_t native_firmware;
bool native_loaded;
enum native_becomes native_becomes;
uint8_t native_image[BUILD_ROM_BYTES];

static uint8_t *input, *output;
static size_t read_to, input_length, output_length;

int32_t native_serial_read(void)
{
    return native_becomes == BECOMES_NOTHING && read_to < input_length ? input[read_to++] : -1;
}

void native_serial_write(const uint8_t *bytes, const uint8_t *end)
{
    size_t length = (size_t)(end - bytes);
    output = realloc(output, output_length + length);
    memcpy(output + output_length, bytes, length);
    output_length += length;
}

void native_begin(const struct native_checker *checker, const struct native_deducer *deducer,
                  const struct native_sudoku *sudoku, const struct native_scan *scan)
{
    native_checker = *checker;
    native_deducer = *deducer;
    native_sudoku = *sudoku;
    native_scan = *scan;
    jobs_begin();
}

void native_feed(const uint8_t *data, size_t length)
{
    input = realloc(input, input_length + length);
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
    native_cycles += cycles;
    jobs_listen();
    jobs_work();
}

void native_end(void)
{
    free(input);
    free(output);
}
