"""Send requests to a board with the native firmware, and decode the results in its answers."""

import struct

from rowloom.host.wire.protocol import Deframer, Hello, PayloadReader, Result, Results, Status, decode, frame, pack

__all__ = ["SESSION", "Talk", "refused", "result_in", "results_in"]

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


def results_in(answers, solution_bytes):
    """Return the results in all answers; each solution has ``solution_bytes`` bytes."""
    found = []
    for answer in answers:
        numbers = PayloadReader(answer.data if isinstance(answer, Results) else b"")
        while numbers:
            found.append(Result.take(numbers, solution_bytes))
    return found


def result_in(answers, solution_bytes):
    """Return the only result in the final answer."""
    (result,) = results_in(answers[-1:], solution_bytes)
    return result


def refused(reason):
    """Return the answer to a request for a job that the board refuses."""
    return Results(Result(Status.REFUSED, reason=reason).encode())
