"""Send requests to a board with the native firmware."""

import struct

from rowloom.host.wire.protocol import Deframer, Hello, decode, frame, pack

__all__ = ["SESSION", "Talk"]

SESSION = 77


class Talk:
    """A session with a board."""

    def __init__(self, native):
        self._native = native
        self(0, Hello())

    def exchange(self, *requests, session=SESSION):
        """Send all (job number, request) pairs at the same time; return (job number, answer) pairs."""
        return self._send(b"".join(pack(request, session, sequence) for sequence, request in requests))

    def __call__(self, sequence, *requests, session=SESSION):
        """Send requests about one job; return the answers."""
        return [answer for _, answer in self.exchange(*((sequence, request) for request in requests), session=session)]

    def raw(self, kind, payload):
        """Send a request with arbitrary bytes; return the answer. There must be exactly one answer."""
        ((_, answer),) = self._send(frame(struct.pack("<BIH", kind, SESSION, 0) + payload))
        return answer

    def _send(self, data):
        self._native.feed(data)
        return [(body.sequence, decode(body)) for body in Deframer().feed(self._native.take())]
