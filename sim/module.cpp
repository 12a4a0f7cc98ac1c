// The simulated board as a WebAssembly module without imports. A web page or a program exchanges bytes with the board
// and can watch its engines. docs/develop/simulated-board.md describes the exports.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>

#include "board.h"
#include "watched.h"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

extern "C" unsigned char __heap_base;

namespace {

// Only `begin` frees memory, and it frees all memory at once. Then it allocates almost all memory that the board needs.
// CXXRTL allocates the rest later: it gives each memory of the design a queue of writes when this memory is first
// written.
uintptr_t taken;
constexpr size_t for_queues = 1 << 16;

void *take(size_t size)
{
    constexpr size_t page = 1 << 16, alignment = 16;
    const uintptr_t begin = (taken + alignment - 1) & ~(alignment - 1);
    taken = begin + size;
    const size_t has = __builtin_wasm_memory_size(0) * page;
    if (taken > has && __builtin_wasm_memory_grow(0, (taken - has + page - 1) / page) == size_t(-1))
        __builtin_trap();
    return reinterpret_cast<void *>(begin);
}

} // namespace

// The functions of the C++ library and of the compiler's runtime library that CXXRTL's code needs.
void *operator new(size_t size) { return take(size); }
void *operator new[](size_t size) { return take(size); }
void operator delete(void *) noexcept {}
void operator delete(void *, size_t) noexcept {}
void operator delete[](void *) noexcept {}
void operator delete[](void *, size_t) noexcept {}
[[noreturn]] void std::__libcpp_verbose_abort(const char *, ...) noexcept { __builtin_trap(); }
extern "C" void *memcpy(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }

namespace {

// A watched signal or memory of an engine.
struct Item {
    const uint32_t *words;
    size_t size;       // the size of a signal in words; 0 for a memory
    uint32_t *before;  // the value of a signal before the clock
    bool stops;        // whether a change of this item stops a run
    int32_t changed;   // in the latest clock: the index of the memory's changed word, 0 for a changed signal, or -1

    bool differs() const
    {
        uint32_t bits = 0;
        for (size_t i = 0; i < size; i++)
            bits |= before[i] ^ words[i];
        return bits != 0;
    }
};

class WatchedBoard : public Board {
public:
    WatchedBoard() : Board(CLOCKS_PER_BIT)
    {
#define SIGNAL(name) add(soc.name.curr.data, std::size(soc.name.curr.data));
#define MEMORY(name) add(soc.name.data[0].data, 0);
        WATCHED
    }

    Item items[WATCHED_ITEMS];
    bool stops = false; // whether a change of any item stops a run

    unsigned lights() const
    {
        return soc.p_alive.get<unsigned>() | soc.p_solving.get<unsigned>() << 1 | soc.p_error.get<unsigned>() << 2;
    }

    // Simulate one clock. Return whether one of the items that stop a run has changed.
    bool tick()
    {
        if (stops)
            for (Item &item : items) {
                item.changed = -1;
                if (item.stops)
                    std::copy_n(item.words, item.size, item.before);
            }
        Observer observer{*this};
        raise(observer);
        sample();
        if (stops)
            for (Item &item : items)
                if (item.stops && item.differs())
                    item.changed = 0;
        return stops && changed();
    }

private:
    size_t count = 0;

    // Memories call the observer with the index of the changed word.
    struct Observer {
        WatchedBoard &board;
        void on_update(size_t, const uint32_t *, const uint32_t *) {}
        void on_update(size_t, const uint32_t *base, const uint32_t *, size_t index)
        {
            if (board.stops)
                for (Item &item : board.items)
                    if (item.stops && item.words == base)
                        item.changed = int32_t(index);
        }
    };

    void add(const uint32_t *words, size_t size) { items[count++] = {words, size, new uint32_t[size], false, -1}; }

    bool changed() const
    {
        for (const Item &item : items)
            if (item.changed >= 0)
                return true;
        return false;
    }
};

alignas(WatchedBoard) unsigned char place[sizeof(WatchedBoard)];
WatchedBoard &board = *reinterpret_cast<WatchedBoard *>(place);

uint8_t input_bytes[4096];
size_t taken_bytes; // how many bytes from the board were taken
uint64_t idle_clocks;

enum Reason { USED_UP, BYTES, IDLE, CHANGED };

// The time for the firmware to read the last byte and to answer; the native simulator waits equally long (cable.h).
constexpr uint64_t clocks_to_rest = 240'000;
// As long as the board keeps sending, bytes are passed on in groups of at least this size.
constexpr size_t gathered = 256;

} // namespace

EXPORT(begin) void begin()
{
    taken = reinterpret_cast<uintptr_t>(&__heap_base);
    taken_bytes = idle_clocks = 0;
    new (place) WatchedBoard;
    // Reserve the memory for the queues now. If WebAssembly's memory grew later, JavaScript would detach the arrays
    // with which a web page accesses it.
    take(for_queues);
    taken -= for_queues;
}

EXPORT(input) uint8_t *input() { return input_bytes; }

EXPORT(send) size_t send(size_t count)
{
    auto &bytes = board.to_board.bytes;
    const size_t sent = std::min({count, sizeof input_bytes, bytes.room()});
    bytes.add(input_bytes, sent);
    idle_clocks = 0;
    return sent;
}

EXPORT(output) const uint8_t *output() { return board.from_board.bytes.data(); }
EXPORT(received) size_t received() { return taken_bytes = board.from_board.bytes.size(); }

EXPORT(run) int run(uint32_t clocks)
{
    const Receiver &line = board.from_board;
    board.from_board.bytes.drop(taken_bytes);
    taken_bytes = 0;
    for (uint32_t i = 0; i < clocks; i++) {
        const bool changed = board.tick();
        idle_clocks = board.idle() ? idle_clocks + 1 : 0;
        if (changed)
            return CHANGED;
        if (line.bytes.size() >= gathered || (!line.bytes.empty() && !line.on_line()))
            return BYTES;
        if (idle_clocks > clocks_to_rest)
            return IDLE;
    }
    return USED_UP;
}

EXPORT(clocks) double clocks() { return double(board.clocks()); }
EXPORT(lights) unsigned lights() { return board.lights(); }
EXPORT(set_clocks_per_bit) void set_clocks_per_bit(uint32_t clocks) { board.clocks_per_bit = clocks; }
EXPORT(send_break) void send_break(uint32_t clocks) { board.to_board.hold_low(clocks); }

EXPORT(watched) const uint32_t *watched(size_t item) { return board.items[item].words; }
EXPORT(changed) int32_t changed(size_t item) { return board.items[item].changed; }

EXPORT(stop_at) void stop_at(size_t item, bool yes)
{
    board.items[item].stops = yes;
    board.items[item].changed = -1;
    board.stops = false;
    for (const Item &any : board.items)
        board.stops |= any.stops;
}
