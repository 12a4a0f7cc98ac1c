"""Programs that listen at a TCP port, but are not simulators."""

import socket
from contextlib import contextmanager, suppress
from threading import Event, Thread

from rowloom.host.wire.protocol import Deframer

__all__ = ["STEP", "answer_hello", "peer", "received"]

STEP = 0.005
"""Seconds that a peer waits for bytes."""


@contextmanager
def peer(behave):
    """Listen at a port, and call ``behave`` for each connection, with two arguments: the connection, and an event that
    is set when the test is over."""
    over = Event()
    threads = []

    def serve(connection):
        with suppress(OSError), connection:
            connection.settimeout(STEP)
            behave(connection, over)

    def listen(listener):
        with suppress(OSError):
            while True:
                threads.append(Thread(target=serve, args=(listener.accept()[0],)))
                threads[-1].start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listening = Thread(target=listen, args=(listener,))
        listening.start()
        try:
            yield listener.getsockname()[1]
        finally:  # so that a test that fails does not wait forever
            over.set()
            listener.shutdown(socket.SHUT_RDWR)
            listening.join()
            for thread in threads:
                thread.join()


def received(connection, over):
    """Yield bytes as they arrive, and an empty ``bytes`` after each step in which none have arrived."""
    while not over.is_set():
        try:
            data = connection.recv(4096)
        except TimeoutError:
            yield b""
        else:
            if not data:
                return
            yield data


def answer_hello(make):
    """Return a peer that answers each request with the frame that ``make`` returns for the session of the request."""

    def behave(connection, over):
        deframer = Deframer()
        for data in received(connection, over):
            for body in deframer.feed(data):
                connection.sendall(make(body.session))

    return behave
