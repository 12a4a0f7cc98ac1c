// The simulated board: the SoC in CXXRTL's C++, and a serial cable whose far end is a TCP socket.
//
//   simulator --clock HZ --rate BITS_PER_SECOND [--port N] [--wave FILE]
//
// Prints "listening on PORT" once it listens on 127.0.0.1, and serves one connection at a time; further ones are closed. Ends
// at the end of standard input, so that it never outlives the program that started it. Commands there, one per line: "rate N"
// changes the cable's bit rate, as in a serial adapter; "break N" holds the line to the board low for N seconds; "use" prints
// the clocks from the first to the last bit since the last "use", and in how many of them a byte was being sent to and from
// the board.

#include <csignal>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <utility>

#include "board.h"
#include "line.h"
#include "port.h"

namespace {

// Receive all available bytes. Return false if the other end has closed the connection.
bool receive(int connection, Sender &line)
{
    for (;;) {
        uint8_t data[4096];
        ssize_t length = read(connection, data, sizeof data);
        if (length < 0)
            return errno == EAGAIN || errno == EINTR;
        if (length == 0)
            return false;
        line.bytes.insert(line.bytes.end(), data, data + length);
    }
}

} // namespace

int main(int argc, char **argv)
{
    double clock_hz = 0, rate = 0;
    int port = 0;
    const char *wave = nullptr;
    for (int i = 1; i + 1 < argc; i += 2) {
        std::string option = argv[i];
        if (option == "--clock") clock_hz = std::atof(argv[i + 1]);
        else if (option == "--rate") rate = std::atof(argv[i + 1]);
        else if (option == "--port") port = std::atoi(argv[i + 1]);
        else if (option == "--wave") wave = argv[i + 1];
    }
    if (clock_hz <= 0 || rate <= 0) {
        std::fprintf(stderr, "simulator: needs --clock and --rate\n");
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGINT, SIG_IGN); // Ctrl-C is for the program that started this one

    SimulatedBoard board(clock_hz, rate, wave);
    const double first_rate = rate;
    const int listener = listen_on(port);
    int connection = -1;
    std::string commands;

    // Clocks between polls of the sockets: few enough to answer at once, enough to cost nothing.
    constexpr int batch = 2000;
    // After the last byte the firmware still has to read it and answer; then the clock can stop. During longer work it shows a
    // light.
    constexpr int batches_to_rest = 500;
    int idle_batches = 0;

    for (;;) {
        idle_batches = board.idle() ? idle_batches + 1 : 0;
        // At any other than its first rate, the board counts the time until it restores that rate, so its clock must run.
        bool rest = idle_batches > batches_to_rest && rate == first_rate;

        pollfd waits[3] = {{STDIN_FILENO, POLLIN, 0}, {listener, POLLIN, 0}, {connection, POLLIN, 0}};
        if (poll(waits, 3, rest ? -1 : 0) < 0 && errno != EINTR)
            fail("poll");
        if (waits[0].revents) {
            char text[256];
            ssize_t length = read(STDIN_FILENO, text, sizeof text);
            if (length <= 0)
                return 0;
            commands.append(text, size_t(length));
            for (size_t end; (end = commands.find('\n')) != std::string::npos; commands.erase(0, end + 1)) {
                if (commands.rfind("rate ", 0) == 0)
                    board.set_rate(rate = std::atof(commands.c_str() + 5));
                else if (commands.rfind("break ", 0) == 0)
                    board.send_break(std::atof(commands.c_str() + 6));
                else if (commands.rfind("use", 0) == 0) {
                    const LineUse use = std::exchange(board.line_use, {});
                    std::printf("%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", use.end - use.first, use.to_board, use.from_board);
                    std::fflush(stdout);
                }
            }
        }
        if (connection >= 0 && !receive(connection, board.to_board)) {
            close(connection);
            connection = -1;
            board.unplug();
        }
        if (waits[1].revents) {
            int another = accept_from(listener);
            if (connection < 0)
                connection = another;
            else
                close(another); // a cable has two ends, not three
        }
        if (!board.idle())
            idle_batches = 0; // new bytes may be received within this batch, but the answer comes later
        else if (rest)
            continue;

        for (int i = 0; i < batch; i++)
            board.tick();

        std::string &received = board.from_board.bytes;
        if (connection < 0) {
            received.clear();
        } else if (!received.empty()) {
            ssize_t sent = write(connection, received.data(), received.size());
            if (sent > 0)
                received.erase(0, size_t(sent));
        }
    }
}
