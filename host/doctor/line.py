"""A test of the serial line: the board sends back frames of random bytes, and the losses of each direction are counted.
"""

import math
import random
from collections import deque
from dataclasses import dataclass

from rowloom.host.link.session import Session
from rowloom.host.wire.protocol import SEQUENCES, Part, Refused, Test, Tested

__all__ = ["Traffic", "exchange"]

_LENGTH, _WAITING = 230, 2
"""The number of random bytes in a frame, and the maximum number of frames without an answer. With these limits, the
board's queue for received bytes never overflows, even if the CPU is slow."""

_FRAME_BITS = 10 * (_LENGTH + 20)
"""The number of bits that a frame takes on the line."""

_COUNTS = 1 << 32


@dataclass
class Traffic:
    """The frames of a test, from the first to the last frame that came back.

    Attributes
    ----------
    frames : int
        The number of frames sent.
    lost_to_board, lost_from_board : int
        The number of frames that were damaged in each direction; damaged frames are dropped where they arrive.
    changed : int
        The number of frames that came back with a correct CRC, but with other bytes.
    """

    frames: int = 0
    lost_to_board: int = 0
    lost_from_board: int = 0
    changed: int = 0

    @property
    def is_clean(self) -> bool:
        return self.frames > 1 and not (self.lost_to_board or self.lost_from_board or self.changed)

    @property
    def bits(self) -> int:
        """The number of bits in each direction."""
        return self.frames * _FRAME_BITS

    def error_rate(self, lost: int) -> float:
        """Estimate the bit error rate from the number of lost frames.

        If no frame is lost, return an upper bound, with a confidence of 95 %.
        """
        if not lost:
            return 3 / max(self.bits, 1)
        return -math.log(max(1 - lost / self.frames, 1 / (2 * self.frames))) / _FRAME_BITS


def exchange(session: Session, seconds: float, patience: float) -> Traffic:
    """Exchange frames with a board for the given number of seconds.

    If the board sends nothing for ``patience`` seconds, do not wait any longer for the frames that were sent before.
    Each answer contains the number of frames that the board has received, so the direction of each loss is known.
    Raises BoardError if the board restarts.
    """
    traffic, rng, number = Traffic(), random.Random(), 0
    waiting: deque[tuple[int, bytes]] = deque()
    # The number of the latest frame that came back, and the number of frames that the board had received by then.
    latest: tuple[int, int] | None = None
    end, heard = session.clock() + seconds, session.now
    while True:
        while len(waiting) < _WAITING and session.clock() < end:
            waiting.append((number, rng.randbytes(_LENGTH)))
            session.send(Test(0, Part.LINE, waiting[-1][1]), number % SEQUENCES)
            number += 1
        if not waiting:
            return traffic
        for sequence, answer in session.listen():
            if isinstance(answer, Refused):
                raise session.error("the board has restarted during the test of the line: is its power supply good?")
            if not isinstance(answer, Tested) or sequence not in (one % SEQUENCES for one, _ in waiting):
                continue
            # Frames keep their order, so all earlier frames are lost.
            while waiting[0][0] % SEQUENCES != sequence:
                waiting.popleft()
            sent, padding = waiting.popleft()
            if latest:
                between, received = sent - latest[0] - 1, (answer.number - latest[1] - 1) % _COUNTS
                traffic.lost_from_board += min(received, between)
                traffic.lost_to_board += max(between - received, 0)
                traffic.frames += between
            traffic.frames += 1
            traffic.changed += answer.padding != padding
            latest, heard = (sent, answer.number), session.now
        if session.now - heard > patience:
            waiting.clear()
            heard = session.now
