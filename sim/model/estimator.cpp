// The estimating board: the firmware as a native program, with models of the engines instead of the gateware.
//
//   estimator [--port N]
//
// Connections and end as in the simulator (../simulator.cpp), whose other options and commands are ignored. Its clock runs only
// while the engine works or is accessed; bytes take no time.

#include <csignal>
#include <poll.h>
#include <string>
#include <unistd.h>

#include "../port.h"
#include "models.h"

#include "jobs.h"
#include "self.h"

namespace {

// Clocks of the firmware between two batches of cells, mostly polling.
constexpr uint64_t LISTENING = 150;

int listener = -1, connection = -1;
std::string to_board, from_board;
size_t heard = 0;

void write_out()
{
    const ssize_t sent = connection < 0 ? ssize_t(from_board.size()) : write(connection, from_board.data(), from_board.size());
    if (sent > 0)
        from_board.erase(0, size_t(sent));
}

// Receive what has arrived and send what is ready; with `wait`, wait for something to arrive.
void look(bool wait)
{
    write_out();
    const short line = POLLIN | (from_board.empty() ? 0 : POLLOUT);
    pollfd waits[3] = {{STDIN_FILENO, POLLIN, 0}, {listener, POLLIN, 0}, {connection, line, 0}};
    if (poll(waits, 3, wait ? -1 : 0) < 0)
        return;
    char data[4096];
    if (waits[0].revents && read(STDIN_FILENO, data, sizeof data) <= 0)
        std::exit(0);
    if (waits[1].revents) {
        const int another = accept_from(listener);
        if (connection < 0)
            connection = another;
        else
            close(another);
    }
    if (waits[2].revents & ~POLLOUT) {
        const ssize_t length = read(connection, data, sizeof data);
        if (length > 0) {
            to_board.append(data, size_t(length));
        } else if (length == 0 || errno != EAGAIN) {
            close(connection);
            connection = -1;
            from_board.clear();
        }
    }
}

} // namespace

uint32_t receive()
{
    if (heard == to_board.size()) {
        to_board.clear();
        heard = 0;
        // A system call takes longer than the work between two polls.
        static unsigned questions = 0;
        if (++questions % 16 == 0)
            look(false);
        if (to_board.empty()) {
            clocks += LISTENING;
            return UART_RX_EMPTY;
        }
    }
    return uint8_t(to_board[heard++]);
}

void send(uint8_t byte)
{
    from_board.push_back(char(byte));
}

uint32_t engine_read(const volatile Register *which)
{
#define READ(name, NAME) \
    if (is_of(which, NAME)) \
        return name##_read(which);
    ENGINES(READ)
    return 0;
}

void engine_write(const volatile Register *which, uint32_t value)
{
#define WRITE(name, NAME) \
    if (is_of(which, NAME)) \
        name##_write(which, value);
    ENGINES(WRITE)
}

// No other firmware can be loaded: images are for the board's CPU.
uint32_t self_firmware() { return FIRMWARE; }
bool self_is_loaded() { return false; }
void self_become(bool) {}

int main(int argc, char **argv)
{
    int port = 0;
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string(argv[i]) == "--port")
            port = std::atoi(argv[i + 1]);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGINT, SIG_IGN); // Ctrl-C is for the program that started this one
    listener = listen_on(port);
    jobs_begin();
    for (;;) {
        look(true);
        jobs_listen();
        jobs_work();
    }
}
