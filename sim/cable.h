// A simulated board and its cable. The cable's other end is a TCP connection, or it is unplugged.
#pragma once

#include <cstdint>
#include <poll.h>
#include <unistd.h>

#include "simulated_board.h"

class Cable {
public:
    Cable(double clock_hz, double rate, const char *wave_path) : board(clock_hz, rate, wave_path) {}

    SimulatedBoard board;
    uint64_t unplugged_in = 0; // the turn in which the cable was unplugged

    bool plugged() const { return connection >= 0; }

    // Return whether the board is ready for the next client: all bytes for the last client have been sent or dropped. A
    // long search may still run; the next session ends it.
    bool ready() const
    {
        return !plugged() && board.to_board.idle() && (idle_batches > batches_to_settle || batches > batches_to_rest);
    }

    // Return whether the board's bit rate is not the rate that the next client expects.
    bool at_other_rate() const { return !plugged() && board.rate_changed(); }

    // Return whether the clock can stop. While the bit rate is not the first rate, the clock must not stop: the board
    // counts the time until it restores the first rate.
    bool can_stop() const
    {
        return !at_other_rate() && board.at_first_rate() && (ready() || (board.idle() && idle_batches > batches_to_rest));
    }

    void plug(int accepted)
    {
        connection = accepted;
        batches = 0;
        idle_batches = batches_to_rest + 1; // the firmware is ready unless it is solving
    }

    // Return the events to wait for. The end of the connection must be noticed even if there is no room for its data.
    pollfd wait() const
    {
        const int read = board.to_board.bytes.room() > 0 ? POLLIN : 0, write = sends() ? POLLOUT : 0;
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
        // Check this before the clocks of this batch: bytes may arrive within the batch, but their answer comes later.
        idle_batches = board.idle() ? idle_batches + 1 : 0;
        batches++;
        for (int i = 0; i < batch; i++)
            board.tick();
        if (!plugged())
            board.from_board.bytes.clear();
    }

private:
    // The number of clocks between two polls of the sockets: small enough for short delays, and large enough for a
    // small overhead.
    static constexpr int batch = 2000;
    // The clock stops after this number of idle batches: enough time for the firmware to read the last byte and to
    // answer. While the firmware is solving, a light shows it.
    static constexpr int batches_to_rest = 500;
    // These batches take longer than any gap between bytes that the firmware sends.
    static constexpr int batches_to_settle = 10;

    // While more bytes follow, this number of bytes is passed on at once, which is less work for the client. With a
    // larger number, the board's queue of results could fill up before the client receives any of them.
    static constexpr size_t gathered = 256;

    int connection = -1;
    int batches = 0; // the number since the cable was plugged in or unplugged
    int idle_batches = 0;

    bool sends() const
    {
        const Receiver &line = board.from_board;
        return line.bytes.size() >= gathered || (!line.bytes.empty() && !line.on_line());
    }

    void unplug()
    {
        close(connection);
        connection = -1;
        batches = idle_batches = 0;
        board.to_board.bytes.clear();
        board.from_board.bytes.clear();
    }

    void receive()
    {
        uint8_t data[4096];
        const size_t room = board.to_board.bytes.room();
        const ssize_t length = read(connection, data, room < sizeof data ? room : sizeof data);
        if (length > 0)
            board.to_board.bytes.add(data, size_t(length));
    }

    void send()
    {
        auto &bytes = board.from_board.bytes;
        const ssize_t length = write(connection, bytes.data(), bytes.size());
        if (length > 0)
            bytes.drop(size_t(length));
    }
};
