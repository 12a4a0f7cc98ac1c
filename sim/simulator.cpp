// Simulated boards with serial cables whose other ends are TCP connections.
//
//   simulator --clock HZ --rate BITS_PER_SECOND [--port N] [--wave FILE]
//
// The program prints "listening on PORT" when it listens on 127.0.0.1. Each connection has its own board. A new
// connection gets the free board that was used most recently, or a new board if none is free. If the maximum number of
// boards is in use, the new connection waits. The boards are simulated in turn. FILE receives the waveform of the first
// board.
//
// The program ends at the end of standard input, so that it never outlives its parent process. Each line of standard
// input is a command for the cable of the first board, the board of the first connection. "rate N" changes the bit
// rate of the serial adapter. "break N" holds the line to the board low for N seconds. "use" prints the number of
// clocks from the first to the last bit since the previous "use", and the numbers of clocks in which a byte was being
// sent to and from the board.

#include <arpa/inet.h>
#include <cinttypes>
#include <csignal>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string>
#include <sys/socket.h>
#include <utility>

#include "cable.h"

namespace {

// Listen on a port of 127.0.0.1 (0: any free port), and print the port's number for the parent process.
int listen_on(int port)
{
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    int one = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    // Without small buffers, the system would buffer megabytes from a client. These bytes would occupy the line for
    // minutes, even after the client has left. The size of the sender's buffer depends on the size of the segments, so
    // use segments as small as on Ethernet; such a segment still holds the largest frame.
    int buffer = 4096, segment = 1460;
    setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
    setsockopt(listener, IPPROTO_TCP, TCP_MAXSEG, &segment, sizeof segment);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(uint16_t(port));
    socklen_t size = sizeof address;
    if (bind(listener, reinterpret_cast<sockaddr *>(&address), size) < 0 || listen(listener, SOMAXCONN) < 0)
        fail("cannot listen on port " + std::to_string(port));
    getsockname(listener, reinterpret_cast<sockaddr *>(&address), &size);
    std::printf("listening on %d\n", ntohs(address.sin_port));
    std::fflush(stdout);
    return listener;
}

// Accept a connection; reads and writes of the returned socket do not block.
int accept_from(int listener)
{
    int connection = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK);
    int one = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return connection;
}

// All boards in the order of their creation.
class Boards {
public:
    static constexpr int most = 16;

    Boards(double clock_hz, double rate, const char *wave_path) : clock_hz(clock_hz), rate(rate) { add(wave_path); }

    int size() const { return count; }
    Cable &operator[](int i) { return *cables[i]; }

    // Return the free board that was used most recently, or null. A board whose bit rate was changed is not free until
    // it restores its initial rate.
    Cable *free()
    {
        Cable *last = nullptr;
        for (int i = 0; i < count; i++)
            if (!cables[i]->plugged() && !cables[i]->at_other_rate()
                && (last == nullptr || cables[i]->unplugged_in > last->unplugged_in))
                last = cables[i].get();
        return last;
    }

    // Return whether a waiting client can be connected to a board now.
    bool can_connect()
    {
        Cable *next = free();
        return next != nullptr ? next->ready() : count < most;
    }

    // Connect the waiting client to a free board. If no board is free, add a board; the client is connected later, when
    // the firmware of this board has started.
    void connect(int listener)
    {
        Cable *next = free();
        if (next == nullptr)
            add(nullptr);
        else if (next->ready())
            next->plug(accept_from(listener));
    }

    bool can_stop()
    {
        for (int i = 0; i < count; i++)
            if (!cables[i]->can_stop())
                return false;
        return true;
    }

private:
    const double clock_hz, rate;
    std::unique_ptr<Cable> cables[most];
    int count = 0;

    void add(const char *wave_path) { cables[count++].reset(new Cable(clock_hz, rate, wave_path)); }
};

void execute(const std::string &command, Cable &cable)
{
    if (command.rfind("rate ", 0) == 0)
        cable.set_rate(std::atof(command.c_str() + 5));
    else if (command.rfind("break ", 0) == 0)
        cable.send_break(std::atof(command.c_str() + 6));
    else if (command == "use") {
        const LineUse use = std::exchange(cable.line_use, {});
        std::printf("%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", use.end - use.first, use.to_board, use.from_board);
        std::fflush(stdout);
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
    std::signal(SIGINT, SIG_IGN); // only the parent process handles Ctrl-C

    Boards boards(clock_hz, rate, wave);
    const int listener = listen_on(port);
    std::string commands;

    for (uint64_t turn = 1;; turn++) {
        // poll() checks the listener first. So if it reports a new client, it also reports the end of each connection
        // that ended before this client came.
        pollfd waits[2 + Boards::most] = {{STDIN_FILENO, POLLIN, 0}, {boards.can_connect() ? listener : -1, POLLIN, 0}};
        const int count = boards.size();
        for (int i = 0; i < count; i++)
            waits[2 + i] = boards[i].wait();
        if (poll(waits, nfds_t(2 + count), boards.can_stop() ? -1 : 0) < 0 && errno != EINTR)
            fail("poll");

        if (waits[0].revents) {
            char text[256];
            ssize_t length = read(STDIN_FILENO, text, sizeof text);
            if (length <= 0)
                return 0;
            commands.append(text, size_t(length));
            for (size_t end; (end = commands.find('\n')) != std::string::npos; commands.erase(0, end + 1))
                execute(commands.substr(0, end), boards[0]);
        }
        for (int i = 0; i < count; i++)
            boards[i].exchange(waits[2 + i].revents, turn);
        if (waits[1].revents)
            boards.connect(listener);
        for (int i = 0; i < boards.size(); i++)
            if (!boards[i].can_stop())
                boards[i].advance();
    }
}
