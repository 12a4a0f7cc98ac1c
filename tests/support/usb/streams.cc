// A device that consists only of a port. The test supplies the bytes to send, and fetches the received bytes.

static uint8_t given[1 << 16], taken[1 << 16];
static size_t given_count, given_next, taken_count;
static bool takes;

static void begin_device()
{
    given_count = given_next = taken_count = 0;
    takes = true;
}

static void clock_device()
{
    unit.p_line____to__send____valid.set(given_next < given_count);
    unit.p_line____to__send____payload.set(given[given_next]);
    unit.p_line____received____ready.set(takes);
    unit.step();
    const bool sends = given_next < given_count && unit.p_line____to__send____ready.get<bool>();
    if (takes && unit.p_line____received____valid.get<bool>())
        taken[taken_count++] = unit.p_line____received____payload.get<uint8_t>();
    unit.prev_p_clk.set(false);
    unit.p_clk.set(true);
    unit.step();
    given_next += sends;
}

extern "C" {

void device_give(const uint8_t *data, size_t length)
{
    std::memmove(given, given + given_next, given_count -= given_next);
    given_next = 0;
    std::memcpy(given + given_count, data, length);
    given_count += length;
}

size_t device_take(uint8_t *data)
{
    const size_t count = taken_count;
    std::memcpy(data, taken, count);
    taken_count = 0;
    return count;
}

void device_accept(int yes) { takes = yes; }

}
