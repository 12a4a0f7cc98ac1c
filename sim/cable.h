// A simulated board and its cable, whose other end is a TCP connection, or unplugged.
#pragma once

#include <cstdint>
#include <poll.h>
#include <unistd.h>

#include "simulated_board.h"

class Cable {
public:
    Cable(double clock_hz, double rate, const char *wave_path) : board(clock_hz, rate, wave_path) {}

    SimulatedBoard board;
    uint64_t unplugged_in = 0; // the turn

    bool plugged() const { return connection >= 0; }

    // Ready for the next client: everything for the last client has been sent or dropped. A long search may still run; the
    // next session ends it.
    bool ready() const
    {
        return !plugged() && board.to_board.idle() && (idle_batches > batches_to_settle || batches > batches_to_rest);
    }

    // The board has another bit rate than the next client expects.
    bool at_other_rate() const { return !plugged() && board.rate_changed(); }

    // The clock can stop. It must not at another bit rate than the first: then the board counts the time until it restores
    // that rate.
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

    // Return the events to wait for. The end of the connection must be noticed even while there is no room for its data.
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
        // Before the clocks: bytes may arrive within this batch, but the answer comes later.
        idle_batches = board.idle() ? idle_batches + 1 : 0;
        batches++;
        for (int i = 0; i < batch; i++)
            board.tick();
        if (!plugged())
            board.from_board.bytes.clear();
    }

private:
    // Clocks between polls of the sockets: few enough for short delays, enough for a small overhead.
    static constexpr int batch = 2000;
    // The clock stops after the firmware had time to read the last byte and to answer. A light shows that it is solving.
    static constexpr int batches_to_rest = 500;
    // Longer than the gaps between bytes that the firmware sends.
    static constexpr int batches_to_settle = 10;

    // Bytes that are passed on together while more follow, which is less work for the client. If there were more, the board's
    // queue of results could fill up before the client receives any.
    static constexpr size_t gathered = 256;

    int connection = -1;
    int batches = 0; // since it was plugged in or unplugged
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
