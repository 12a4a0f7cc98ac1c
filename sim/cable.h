// A simulated board, its serial adapter and its cable. The cable's other end is a TCP connection, or is unplugged.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <poll.h>
#include <string>
#include <unistd.h>

#include "board.h"
#include <cxxrtl/cxxrtl_vcd.h>

[[noreturn]] inline void fail(const std::string &what)
{
    std::fprintf(stderr, "simulator: %s: %s\n", what.c_str(), std::strerror(errno));
    std::exit(1);
}

class Cable : public Board {
public:
    Cable(double clock_hz, double rate, const char *wave_path)
        : Board(clock_hz / rate), clock_hz(clock_hz), first_clocks_per_bit(clocks_per_bit)
    {
        cxxrtl::debug_items items;
        soc.debug_info(&items, nullptr, "");
        // In the simulator of a netlist, signals have other names.
        if (const std::string name = "uart receiver divisor"; items.count(name) == 1) {
            divisor = items[name].curr;
            first_divisor = *divisor;
        }
        if (wave_path != nullptr) {
            wave_file = std::fopen(wave_path, "w");
            if (wave_file == nullptr)
                fail(std::string("cannot write ") + wave_path);
            wave.reset(new cxxrtl::vcd_writer);
            wave->timescale(int(1e9 / clock_hz / 2), "ns");
            wave->add_without_memories(items);
        }
    }

    LineUse line_use;
    uint64_t unplugged_in = 0; // the turn in which the cable was unplugged

    void set_rate(double rate) { clocks_per_bit = clock_hz / rate; }
    void send_break(double seconds) { to_board.hold_low(uint64_t(seconds * clock_hz)); }

    bool plugged() const { return connection >= 0; }

    // Return whether the board is ready for the next client: all bytes for the previous client have been sent or
    // dropped. The board may still be busy with a long search, which ends when the next session begins.
    bool ready() const
    {
        return !plugged() && to_board.idle() && (idle_batches > batches_to_settle || batches > batches_to_rest);
    }

    // Return whether the board still uses a bit rate other than its initial rate, although the client that changed the
    // rate has left. The firmware restores the initial rate two seconds after the last frame.
    bool at_other_rate() const { return !plugged() && divisor != nullptr && *divisor != first_divisor; }

    // Return whether the clock can stop. The clock must not stop while the bit rate differs from the initial rate: the
    // board counts the time until it restores this rate.
    bool can_stop() const
    {
        return !at_other_rate() && clocks_per_bit == first_clocks_per_bit
            && (ready() || (idle() && idle_batches > batches_to_rest));
    }

    void plug(int accepted)
    {
        connection = accepted;
        batches = 0;
        idle_batches = batches_to_rest + 1; // the firmware is ready unless it is solving
    }

    // Return the events to wait for. The end of the connection must be noticed even if there is no room for more of the
    // client's data.
    pollfd wait() const
    {
        const int read = to_board.bytes.room() > 0 ? POLLIN : 0, write = sends() ? POLLOUT : 0;
        return {connection, short(POLLRDHUP | read | write), 0};
    }

    // Handle events: move bytes between the connection and the line.
    void exchange(int events, uint64_t turn)
    {
        if (events & (POLLRDHUP | POLLHUP | POLLERR)) {
            unplug();
            unplugged_in = turn;
            return;
        }
        if (events & POLLIN)
            receive();
        if (events & POLLOUT)
            send();
    }

    void advance()
    {
        // Check whether the board is idle before this batch of clocks, not after it: if bytes arrive within the batch,
        // the board may seem idle at the end, although its answer is yet to come.
        idle_batches = idle() ? idle_batches + 1 : 0;
        batches++;
        for (int i = 0; i < batch; i++)
            tick();
        if (!plugged())
            from_board.bytes.clear();
    }

private:
    const double clock_hz, first_clocks_per_bit;
    const uint32_t *divisor = nullptr; // the UART's clocks per bit
    uint32_t first_divisor = 0;
    std::FILE *wave_file = nullptr;
    std::unique_ptr<cxxrtl::vcd_writer> wave;

    // The number of clocks between two polls of the sockets: small enough for short delays, and large enough for a
    // small overhead.
    static constexpr int batch = 2000;
    // The clock stops after this number of idle batches: enough time for the firmware to read the last byte and to
    // answer. The slowest answer is the result of the memory's self-test, after 90 batches. While the firmware solves
    // puzzles, a light is on, so the board is not idle.
    static constexpr int batches_to_rest = 120;
    // This number of batches takes longer than any gap between two bytes that the firmware sends.
    static constexpr int batches_to_settle = 10;

    // As long as the board keeps sending, bytes are passed on to the client in groups of at least this size, so that
    // the client has less work. With larger groups, the board's queue of results could fill up before the client
    // receives a result.
    static constexpr size_t gathered = 256;

    int connection = -1;
    int batches = 0; // the number of batches since the cable was plugged in or unplugged
    int idle_batches = 0;

    bool sends() const
    {
        const Receiver &line = from_board;
        return line.bytes.size() >= gathered || (!line.bytes.empty() && !line.on_line());
    }

    void unplug()
    {
        close(connection);
        connection = -1;
        batches = idle_batches = 0;
        to_board.bytes.clear();
        from_board.bytes.clear();
    }

    void receive()
    {
        uint8_t data[4096];
        const size_t room = to_board.bytes.room();
        const ssize_t length = read(connection, data, room < sizeof data ? room : sizeof data);
        if (length > 0)
            to_board.bytes.add(data, size_t(length));
    }

    void send()
    {
        auto &bytes = from_board.bytes;
        const ssize_t length = write(connection, bytes.data(), bytes.size());
        if (length > 0)
            bytes.drop(size_t(length));
    }

    void tick()
    {
        cxxrtl::observer observer;
        raise(observer);
        if (wave)
            draw();
        const uint64_t clock = clocks();
        sample();
        line_use.count(clock, to_board.busy(), from_board.on_line());
    }

    void draw()
    {
        soc.step(); // update combinational signals
        wave->sample(2 * clocks());
        soc.p_clk.set(false);
        soc.step();
        wave->sample(2 * clocks() + 1);
        std::fwrite(wave->buffer.data(), 1, wave->buffer.size(), wave_file);
        wave->buffer.clear();
    }
};
