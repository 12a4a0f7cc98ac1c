"""Requests to a board with the native firmware."""

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
        """Send pairs of a job's number and a request, all at once; return such pairs of answers."""
        return self._send(b"".join(pack(request, session, sequence) for sequence, request in requests))

    def __call__(self, sequence, *requests, session=SESSION):
        """Send requests about one job; return the answers."""
        return [answer for _, answer in self.exchange(*((sequence, request) for request in requests), session=session)]

    def raw(self, kind, payload):
        """Return the only answer to a request with arbitrary bytes."""
        ((_, answer),) = self._send(frame(struct.pack("<BIH", kind, SESSION, 0) + payload))
        return answer

    def _send(self, data):
        self._native.feed(data)
        return [(body.sequence, decode(body)) for body in Deframer().feed(self._native.take())]
