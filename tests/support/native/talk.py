"""Requests to a board of the firmware, one after the other."""

import struct

from rowloom.host.wire.protocol import Deframer, Hello, decode, frame, pack

__all__ = ["SESSION", "Talk"]

SESSION = 77


class Talk:
    """Requests to a board, in one session unless another is named, and its answers."""

    def __init__(self, native):
        self._native = native
        self(0, Hello())

    def exchange(self, *requests, session=SESSION):
        """Send requests with the numbers of their jobs, all at once; return the answers likewise."""
        return self._send(b"".join(pack(request, session, sequence) for sequence, request in requests))

    def __call__(self, sequence, *requests, session=SESSION):
        """Send requests about one job; return the answers."""
        return [answer for _, answer in self.exchange(*((sequence, request) for request in requests), session=session)]

    def raw(self, kind, payload):
        """Return the only answer to a request of any bytes."""
        ((_, answer),) = self._send(frame(struct.pack("<BIH", kind, SESSION, 0) + payload))
        return answer

    def _send(self, data):
        self._native.feed(data)
        return [(body.sequence, decode(body)) for body in Deframer().feed(self._native.take())]
