// A simulated board whose parts and whose serial line may have faults. Parts are registers and memories; their names are
// those in waveforms.

#include <string>
#include <vector>

#include "design.h"
#include "line.h"

namespace {

// Bits of a word that keep their values, whatever is written to the word.
struct Stuck {
    uint32_t *word, mask, value;
};

// An input that does not follow edges at once. Its level changes when the line has had the other level for some clocks.
class Input {
public:
    uint64_t slowness = 0;

    bool level(bool line)
    {
        since = line == now ? 0 : since + 1;
        if (since > slowness) {
            now = line;
            since = 0;
        }
        return now;
    }

private:
    bool now = true;
    uint64_t since = 0;
};

struct Board {
    cxxrtl_design::p_rowloom soc;
    cxxrtl::debug_items items;
    Sender to_board;
    Receiver from_board;
    Input input;
    double clocks_per_bit;
    // The number of clocks; of clocks since the board's last bit; and of clocks since it received or did something.
    uint64_t clocks = 0, silent = 0, still = 0;
    std::vector<Stuck> stuck;
    // A memory in which the words from `first` to `last` share their contents in pairs: the addresses of a pair differ
    // in one bit.
    const uint32_t *paired = nullptr;
    size_t address_bit = 0, first = 0, last = 0;

    explicit Board(double clocks_per_bit) : clocks_per_bit(clocks_per_bit) { soc.debug_info(&items, nullptr, ""); }

    // Memories call this object with each word that they are about to change.
    struct Observer {
        Board &board;
        std::vector<size_t> written;

        void on_update(size_t, const uint32_t *, const uint32_t *) {}
        void on_update(size_t, const uint32_t *base, const uint32_t *, size_t index)
        {
            if (base == board.paired && index >= board.first && index <= board.last)
                written.push_back(index);
        }
    };

    void tick()
    {
        const bool level = input.level(to_board.level(clocks, clocks_per_bit));
        silent = from_board.busy() ? 0 : silent + 1;
        still = level && silent > 0 && !soc.p_solving.get<bool>() ? still + 1 : 0;
        soc.p_rx.set(level);
        soc.prev_p_clk.set(false);
        soc.p_clk.set(true);
        soc.eval();
        Observer observer{*this, {}};
        soc.commit(observer);
        for (const size_t index : observer.written)
            const_cast<uint32_t *>(paired)[index ^ address_bit] = paired[index];
        for (const Stuck &one : stuck)
            *one.word = (*one.word & ~one.mask) | (one.value & one.mask);
        from_board.level(soc.p_tx.get<bool>(), clocks, clocks_per_bit);
        clocks++;
    }

    // Return whether the line is idle and the firmware only waits, or has crashed. While an engine works, the light
    // `solving` is on; otherwise the longest work is the test of the RAM, with 240,000 clocks. The checker gives up its
    // test puzzle after four million clocks.
    bool waits() const { return to_board.idle() && (still > 250'000 || silent > 5'000'000); }
};

Board *board;

} // namespace

extern "C" {

void board_begin(double clocks_per_bit)
{
    delete board;
    board = new Board(clocks_per_bit);
}

// Return the first word of a register or of a memory, or null if there is none with this name. Set `size` to the number
// of words of the register, or of each element of the memory.
uint32_t *board_part(const char *name, size_t *size)
{
    if (board->items.count(name) != 1)
        return nullptr;
    const cxxrtl::debug_item &item = board->items[name];
    *size = (item.width + 31) / 32;
    return item.type == item.WIRE || item.type == item.MEMORY ? item.curr : nullptr;
}

void board_hold(uint32_t *word, uint32_t mask, uint32_t value) { board->stuck.push_back({word, mask, value}); }

void board_pair(const uint32_t *memory, size_t address_bit, size_t first, size_t last)
{
    board->paired = memory;
    board->address_bit = address_bit;
    board->first = first;
    board->last = last;
}

void board_slow_down(size_t clocks) { board->input.slowness = clocks; }
void board_set_rate(double clocks_per_bit) { board->clocks_per_bit = clocks_per_bit; }

void board_break(uint64_t clocks) { board->to_board.hold_low(clocks); }

size_t board_send(const uint8_t *data, size_t length)
{
    const size_t room = board->to_board.bytes.room();
    board->to_board.bytes.add(data, length);
    return std::min(length, room);
}

// Let clocks pass until a byte has arrived. Stop when the line is idle and the firmware waits, and return true then.
bool board_run(size_t clocks)
{
    for (; clocks > 0; clocks--) {
        if (board->waits())
            return true;
        board->tick();
        if (!board->from_board.bytes.empty() && !board->from_board.on_line())
            break;
    }
    return false;
}

size_t board_take(uint8_t *data)
{
    auto &bytes = board->from_board.bytes;
    const size_t length = bytes.size();
    std::memcpy(data, bytes.data(), length);
    bytes.clear();
    return length;
}

uint64_t board_clocks() { return board->clocks; }

}
