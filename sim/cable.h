// A simulated board, and the cable to it, whose other end is a TCP connection or hangs loose.
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

    // Ready for the next client: what was on the line for the last one is gone, and so is what the firmware was just going to
    // answer it. A long search does not end for that; the next session ends it.
    bool ready() const
    {
        return !plugged() && board.to_board.idle() && (idle_batches > batches_to_settle || batches > batches_to_rest);
    }

    // The next client would not be understood.
    bool deaf() const { return !plugged() && board.retuned(); }

    // The clock can stand still. At any other than its first rate, the board counts the time until it restores that rate.
    bool rests() const
    {
        return !deaf() && board.at_first_rate() && (ready() || (board.idle() && idle_batches > batches_to_rest));
    }

    void plug(int accepted)
    {
        connection = accepted;
        batches = 0;
        idle_batches = batches_to_rest + 1; // unless the firmware works, it waits for the client
    }

    // What to wait for at the connection. That it was closed must be known even while there is no room for what came before.
    pollfd wait() const
    {
        const int read = board.to_board.bytes.room() > 0 ? POLLIN : 0, write = sends() ? POLLOUT : 0;
        return {connection, short(POLLRDHUP | read | write), 0};
    }

    // Move bytes between the connection and the line, after those events.
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
        // At the beginning: bytes may be received within this batch, but the answer comes later.
        idle_batches = board.idle() ? idle_batches + 1 : 0;
        batches++;
        for (int i = 0; i < batch; i++)
            board.tick();
        if (!plugged())
            board.from_board.bytes.clear();
    }

private:
    // Clocks between polls of the sockets: few enough to answer at once, enough to cost nothing.
    static constexpr int batch = 2000;
    // After the last byte the firmware still has to read it and answer; then the clock can stop. During longer work it shows a
    // light.
    static constexpr int batches_to_rest = 500;
    // The gaps in what the firmware sends are shorter.
    static constexpr int batches_to_settle = 10;

    // Bytes from the board that are sent while others follow at once: the client has less to do than with each on its own. With
    // more of them, the board's queue of results fills up before the client has taken any.
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
