"""Automatic bit rates: if a higher rate saves time, find the highest rate at which all test frames arrive.

Every line carries the rate that boards have after a reset; most lines carry three times this rate. "Bit rate" in
docs/develop/protocol.md describes the procedure.
"""

import math
import random
from collections import deque

from rowloom.errors import LinkError
from rowloom.host.link.ports import rate_limit
from rowloom.host.link.session import BitRate, BoardError, Session
from rowloom.host.wire.protocol import MAX_BODY, Hello

__all__ = ["AutomaticRate", "rates_for"]

_RATES = 3_000_000, 2_000_000
"""The rates to try: the highest rate of most adapters, and a lower rate. Above 3,000,000, a board's CPU would limit the
speed."""

_TOLERANCE, _CLOCKS = 0.025, 5
"""The largest relative error that a board's rate may have, and the fewest clocks per bit that a board's receiver needs.
A board can only make rates with a whole number of clocks per bit. Even twice this error would not corrupt a byte."""

_WINDOW, _BUSY = 0.25, 0.5
"""A higher rate is tried if the line was busy for more than the share ``_BUSY`` of the latest ``_WINDOW`` seconds. If
the line is that busy, the higher rate saves more time than the search for it takes."""

_PATIENCE, _MOST_SECONDS = 0.5, 1.0
"""Seconds to wait for each answer at a new rate, and seconds that the whole search for a rate may take."""

_ROUNDS, _SHORT = 8, 6
"""The number of rounds of a test, and the number of short frames that follow the long frame of each round. The board
sends the answers to the short frames back to back while the next long frame arrives. The board's queue of 512 bytes has
just enough room for these answers."""

_LOSSES, _LOSS_SECONDS = 4, 2.0
"""If ``_LOSSES`` frames are lost within ``_LOSS_SECONDS``, the losses cost more time than the higher rate saves: each
loss costs a few tenths of a second."""


def rates_for(clock: int, limit: int | None, above: int) -> list[int]:
    """Return the bit rates to try that are higher than ``above``, the highest first.

    ``clock`` is the clock frequency of the board in Hz. ``limit`` is the highest rate of the adapter, or None if it is
    unknown.
    """

    def can_make(rate: int) -> bool:
        divisor = round(clock / rate)
        return divisor >= _CLOCKS and abs(clock / divisor - rate) <= _TOLERANCE * rate

    return [rate for rate in _RATES if above < rate <= (math.inf if limit is None else limit) and can_make(rate)]


class AutomaticRate(BitRate):
    """Raises the bit rate when that saves time, and lowers it again if the line turns out not to carry the higher rate.

    The rate never changes if the session's link is not a serial port of this computer.
    """

    is_automatic = True

    def __init__(self, session: Session):
        super().__init__(session)
        self._link = session.link
        self._rates: list[int] | None = None  # the rates to try; None until they are known
        self._begun, self._passed = session.clock(), (self._link.sent, self._link.received)
        self._losses: deque[float] = deque(maxlen=_LOSSES)

    def pays(self) -> bool:
        seconds = self._session.clock() - self._begun
        if seconds < _WINDOW or self._rates == []:
            return False
        counts = self._link.sent, self._link.received
        most = max(now - before for now, before in zip(counts, self._passed, strict=True))
        self._begun, self._passed = self._session.clock(), counts
        busy = 10 * most / self._link.bit_rate > _BUSY * seconds  # ten bits for each byte
        return busy and not self.is_changed and bool(self._find())

    def raise_now(self) -> None:
        if self.is_changed:
            return
        start, rates, self._rates = self._session.clock(), self._find(), []
        for rate in rates:
            if self._session.clock() - start > _MOST_SECONDS:
                return
            if self._carries(rate):
                # During a pause, the board returns to the rate that it has after a reset. After the pause, only this
                # rate is tried.
                self._rates = [rate]
                self._losses.clear()
                return

    def lost(self) -> None:
        """Count a lost frame; after too many losses, return to the rate that boards have after a reset, and keep that
        rate."""
        if not self.is_changed:
            return
        self._losses.append(self._session.now)
        if len(self._losses) == _LOSSES and self._session.now - self._losses[0] <= _LOSS_SECONDS:
            self._rates = []
            self.leave()

    def _find(self) -> list[int]:
        """Return the rates to try."""
        if self._rates is None:
            local = self._link.has_bit_rate and "://" not in self._link.name
            limit = rate_limit(self._link.name) if local else 0
            self._rates = rates_for(self._session.board.clock, limit, self._link.bit_rate)
        return self._rates

    def _carries(self, rate: int) -> bool:
        """Change to a rate and test it; change back if the test fails."""
        session = self._session
        try:
            # First check that the adapter and its driver can make the rate.
            before = self._link.bit_rate
            self._link.set_bit_rate(rate)
            self._link.set_bit_rate(before)
        except LinkError:
            return False
        try:
            made = self.attempt(rate, _PATIENCE)
        except BoardError:
            return False
        if made is None:
            try:
                # A break resets the board's rate in a quarter of a second. Without a break, this takes two seconds.
                session.send_break()
            except LinkError:
                session.identify()
            return False
        if self._test():
            return True
        self.leave()
        session.identify()
        return False

    def _test(self) -> bool:
        """Send long and short frames without a pause; return whether each frame is answered."""
        session = self._session
        missing = set()
        for number in range(1, _ROUNDS * (1 + _SHORT) + 1):
            is_long = number % (1 + _SHORT) == 1
            session.send(Hello(padding=random.randbytes(MAX_BODY - 8) if is_long else b""), number)
            missing.add(number)
        last = session.now
        while missing and session.now - last < _PATIENCE:
            for number, _ in session.listen():
                missing.discard(number)
                last = session.now
        return not missing
