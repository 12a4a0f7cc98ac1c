"""A link that several SoCs share. Each SoC has a part of the link; this part is itself a :class:`Link`.

The session's number in each request and each answer identifies the SoC, so the frames have the same format as on the
link of a single SoC.
"""

from collections.abc import Callable
from threading import Condition, Lock
from typing import TYPE_CHECKING

from rowloom.engines.catalogue import MOST_SOCS
from rowloom.host.link.stream import TICK, Link

if TYPE_CHECKING:
    from rowloom.sim import LineUse

__all__ = ["SharedLink"]

_SESSION_IS_ZERO = 2
"""If the lowest byte of a session's number is 0, COBS removes this 0 from the frame and writes its position into the
frame's first byte. This constant is the position."""

_KEPT = 1 << 16
"""The maximum number of bytes that are kept for a SoC while nobody reads its part."""

_AWAKE = 1.0
"""If no frame was sent to SoC 0 for this number of seconds, ``keep_awake`` is called. If SoC 0 receives no frame for
twice as long, it returns to the bit rate that it has after a reset."""


class SharedLink:
    """A link that several SoCs share; ``parts`` has a part for each SoC, in order.

    The parts may be used in different threads. A thread that reads its part also reads for the other parts.

    ``keep_awake`` returns a frame for SoC 0, or None if SoC 0 needs no frames. The function is called when bytes are
    sent to another SoC, and no bytes have been sent to SoC 0 for a second. ``clock`` returns the time in seconds.
    """

    def __init__(self, link: Link, socs: int, keep_awake: Callable[[], bytes | None], clock: Callable[[], float]):
        self.link, self._keep_awake, self._clock = link, keep_awake, clock
        self._arrived, self._reads = Condition(), False
        self._writes, self._first_sent = Lock(), clock()
        self._frame = b""  # the part of the next frame that has arrived
        self._kept = [bytearray() for _ in range(socs)]
        self.parts: list[Link] = [_SoCLink(self, number) for number in range(socs)]

    def write(self, number: int, data: bytes) -> None:
        """Send whole frames to a SoC."""
        with self._writes:
            now = self._clock()
            if number == 0:
                self._first_sent = now
            elif now - self._first_sent > _AWAKE and (frame := self._keep_awake()):
                self.link.write(frame)
                self._first_sent = now
            self.link.write(data)

    def read(self, number: int, least: int) -> bytes:
        """Return the bytes that have arrived from a SoC. If fewer than ``least`` bytes have arrived, first wait up to
        :data:`TICK`, or until any SoC has sent bytes."""
        kept = self._kept[number]
        with self._arrived:
            if len(kept) < least:
                if self._reads:
                    self._arrived.wait(TICK)
                else:
                    self._receive()
            data = bytes(kept)
            kept.clear()
            return data

    def _receive(self) -> None:
        """Read from the link. Meanwhile, other threads may use the link."""
        self._reads = True
        self._arrived.release()
        try:
            data = self.link.read()
        finally:
            self._arrived.acquire()
            self._reads = False
            self._arrived.notify_all()
        *frames, self._frame = (self._frame + data).split(b"\0")
        self._frame = self._frame[:_KEPT]
        for frame in frames:
            if len(frame) > 2:
                number = 0 if frame[0] == _SESSION_IS_ZERO else frame[2] % MOST_SOCS
                kept = self._kept[number if number < len(self._kept) else 0]
                if len(kept) < _KEPT:
                    kept += b"\0" + frame + b"\0"


class _SoCLink(Link):
    """One SoC's part of a shared link. Closing part 0 closes the link."""

    def __init__(self, shared: SharedLink, number: int):
        self._shared, self._number, link = shared, number, shared.link
        self.name, self.port = f"{link.name}, SoC {number}", link.port
        self.bit_rate, self.has_bit_rate = link.bit_rate, link.has_bit_rate
        self.sent = self.received = 0

    def read(self, least: int = 1) -> bytes:
        data = self._shared.read(self._number, least)
        self.received += len(data)
        return data

    def write(self, data: bytes) -> None:
        self.sent += len(data)
        self._shared.write(self._number, data)

    def set_bit_rate(self, rate: int) -> None:
        self._shared.link.set_bit_rate(rate)
        for part in self._shared.parts:
            part.bit_rate = rate

    def send_break(self) -> None:
        self._shared.link.send_break()

    def line_use(self) -> "LineUse | None":
        """See :meth:`.Link.line_use`. Part 0 returns the use of the line by all SoCs, and the other parts return
        None."""
        return None if self._number else self._shared.link.line_use()

    def close(self) -> None:
        if self._number == 0:
            self._shared.link.close()
