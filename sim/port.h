// The host's end of a simulated serial cable: a TCP port of this machine.
#pragma once

#include <arpa/inet.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string>
#include <sys/socket.h>

[[noreturn]] inline void fail(const std::string &what)
{
    std::fprintf(stderr, "simulator: %s: %s\n", what.c_str(), std::strerror(errno));
    std::exit(1);
}

// Listen on a port of 127.0.0.1 (0: any free port), and print it for the parent process.
inline int listen_on(int port)
{
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    int one = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    // Without small buffers, the system would buffer megabytes from a client, which would occupy the line for minutes,
    // even after the client has left. The sender's buffer grows with the size of the segments; a segment of Ethernet's
    // size can hold the largest frame.
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
inline int accept_from(int listener)
{
    int connection = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK);
    int one = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return connection;
}
