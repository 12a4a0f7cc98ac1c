"""A line that damages frames on purpose and counts the damage, in virtual time or between a host and a simulator."""

import heapq
import random
import time
from collections import Counter
from collections.abc import Callable
from enum import Enum, auto
from itertools import count

from rowloom.host.link.stream import Link

__all__ = ["Damage", "DamagedLink", "DamagingLine", "Harm"]

Damage = Counter["Harm"]
"""The numbers of damaged frames, by the kind of damage."""

_END = b"\0"


class Harm(Enum):
    """The kinds of damage to a frame."""

    CUT = auto()  # the frame or a part of it is lost, or is replaced by noise
    FLIPPED = auto()  # some bits of the frame, or of the zeros around it, are inverted
    REPEATED = auto()  # the frame arrives twice, immediately or later
    SWAPPED = auto()  # the frame arrives after the next frame
    DELAYED = auto()  # the frame or its end arrives late, after other frames
    MERGED = auto()  # the zeros between the frame and the next frame are lost


class DamagingLine:
    """One direction of a line; see the parameter ``line`` of ``Channel``.

    The line damages a ``share`` of the frames, and counts each damaged frame once in ``damage``. Several lines may
    share this counter. ``longest_delay`` is in seconds. Extra zeros between frames are dropped.
    """

    LATENCY = 0.001

    def __init__(self, share: float, damage: Damage, longest_delay: float, rng: random.Random):
        self._share, self._damage, self._longest_delay, self._rng = share, damage, longest_delay, rng
        self._rest = b""
        self._held = b""  # a frame to send after the next frame
        self._merges = False  # the next frame has no zero before it
        self._coming: list[tuple[float, int, bytes]] = []
        self._numbers = count()

    def send(self, data: bytes, now: float) -> None:
        """Send bytes at the time ``now``."""
        *frames, self._rest = (self._rest + data).split(_END)
        for content in filter(None, frames):
            held, self._held = self._held, b""
            self._send_frame(content, now + self.LATENCY)
            self._put(held, now + self.LATENCY)

    def receive(self, now: float) -> bytes:
        """Return the bytes that have arrived by the time ``now``."""
        arrived = b""
        while self._coming and self._coming[0][0] <= now:
            arrived += heapq.heappop(self._coming)[-1]
        return arrived

    def _send_frame(self, content: bytes, due: float) -> None:
        frame = content + _END if self._merges else _END + content + _END
        harm = self._rng.choice(tuple(Harm)) if self._rng.random() < self._share else None
        if harm or self._merges:
            self._damage[harm or Harm.MERGED] += 1
        self._merges = harm == Harm.MERGED
        match harm:
            case Harm.CUT:
                start = self._rng.randrange(len(content))
                end = self._rng.randrange(start, len(content)) + 1
                noise = self._rng.randbytes(self._rng.choice((0, 0, self._rng.randrange(40))))
                frame = _END + content[:start] + noise + content[end:] + _END
            case Harm.FLIPPED:
                frame = self._flipped(frame)
            case Harm.REPEATED:
                self._put(frame, due + self._rng.choice((0, self._delay())))
            case Harm.SWAPPED:
                self._held = frame
                return
            case Harm.DELAYED:
                start = self._rng.choice((0, self._rng.randrange(len(frame))))
                self._put(frame[:start], due)
                frame, due = frame[start:], due + self._delay()
            case Harm.MERGED:
                frame = frame[:-1]
        self._put(frame, due)

    def _flipped(self, frame: bytes) -> bytes:
        bits = self._rng.sample(range(8 * len(frame)), self._rng.choice((1, 1, 2, 8)))
        return (int.from_bytes(frame, "little") ^ sum(1 << bit for bit in bits)).to_bytes(len(frame), "little")

    def _delay(self) -> float:
        return self._rng.uniform(0, self._longest_delay)

    def _put(self, data: bytes, due: float) -> None:
        if data:
            heapq.heappush(self._coming, (due, next(self._numbers), data))


class DamagedLink:
    """A link to a real or simulated board. The link damages frames in both directions, in real time; ``line`` is
    called once for each direction, and returns a :class:`DamagingLine`."""

    def __init__(self, link: Link, line: Callable[[random.Random], DamagingLine], seed: int):
        rng = random.Random(seed)
        self._link, self._to_board, self._from_board = link, line(rng), line(rng)
        self.name, self.has_bit_rate = link.name, link.has_bit_rate

    def write(self, data: bytes) -> None:
        self._to_board.send(data, time.monotonic())

    def read(self, least: int = 1) -> bytes:
        if due := self._to_board.receive(time.monotonic()):
            self._link.write(due)
        self._from_board.send(self._link.read(least), time.monotonic())
        return self._from_board.receive(time.monotonic())
