"""Automatic bit rates: if a higher rate saves time, find the highest rate at which all test frames arrive.

Every line carries the rate that boards have after a reset. Most lines carry three times this rate, and some adapters
support twelve times this rate. "Bit rate" in docs/develop/protocol.md describes the procedure.
"""

import random
from collections import deque
from contextlib import ExitStack

from rowloom.errors import LinkError
from rowloom.host.link.ports import rate_limit
from rowloom.host.link.session import BitRate, BoardError, Session
from rowloom.host.wire.protocol import MAX_BODY, Hello

__all__ = ["AutomaticRate", "has_rate", "rates_for", "rates_of"]

_RATES = 3_000_000, 2_000_000
"""The rates to try with every adapter: the highest rate of most adapters, and a lower rate."""

_FAST_RATES = 12_000_000, 8_000_000, 6_000_000, 5_000_000, 4_000_000
"""The rates to try first with adapters whose limit is known to be above ``_RATES``. These are rates of an FT2232H. At
6,000,000 and above, a board's CPU limits the speed."""

_TOLERANCE, _CLOCKS = 0.025, 5
"""The largest allowed relative error of a board's rate, and the minimum number of clocks per bit for a board's
receiver. A board can only generate rates with a whole number of clocks per bit. The receiver tolerates an error of
3.7 %."""

_WINDOW, _BUSY = 0.25, 0.5
"""A higher rate is tried if the line was busy for more than the share ``_BUSY`` of the latest ``_WINDOW`` seconds. If
the line is that busy, the higher rate saves more time than the search for it takes."""

_PATIENCE, _MOST_SECONDS = 0.5, 2.0
"""In seconds: the time to wait for each answer at a new rate, and the maximum duration of the whole search for a
rate."""

_ROUNDS, _SHORT = 8, 6
"""The number of rounds of a test, and the number of short frames that follow the long frame of each round. The board
sends the answers to the short frames back to back while the next long frame arrives."""

_LOSSES, _LOSS_SECONDS = 4, 2.0
"""If ``_LOSSES`` frames are lost within ``_LOSS_SECONDS``, the losses cost more time than the higher rate saves: each
loss costs a few tenths of a second."""


def rates_for(clock: int, limit: int | None, above: int) -> list[int]:
    """Return the bit rates to try that are higher than ``above``, the highest first.

    ``clock`` is the clock frequency of the board in Hz. ``limit`` is the highest rate of the adapter, or None if it is
    unknown. At most one of the returned rates is higher than ``_RATES``: if the line does not carry this rate,
    ``_RATES`` are tried next.
    """

    def can_make(rate: int) -> bool:
        divisor = round(clock / rate)
        return divisor >= _CLOCKS and abs(clock / divisor - rate) <= _TOLERANCE * rate

    usual = max(_RATES)
    most = usual if limit is None else limit
    possible = [rate for rate in (*_FAST_RATES, *_RATES) if above < rate <= most and can_make(rate)]
    return [rate for rate in possible if rate <= usual or rate == possible[0]]


def has_rate(session: Session) -> bool:
    """Return whether a session's bit rate can be changed: the link must be a serial port of this computer or the line
    of a simulator, and the board must not be on USB."""
    return session.link.has_bit_rate and "://" not in session.link.name and session.board.bit_rate != 0


def rates_of(session: Session) -> list[int]:
    """Return the bit rates to try that are higher than a session's rate, the highest first. The list is empty if the
    rate cannot be changed."""
    link = session.link
    return rates_for(session.board.clock, rate_limit(link.port), link.bit_rate) if has_rate(session) else []


class AutomaticRate(BitRate):
    """Raises the bit rate when that saves time, and lowers it again if the line turns out not to carry the higher rate.

    The rate never changes if the session's link is not a serial port of this computer, or if the board is on USB.
    """

    is_automatic = True

    def __init__(self, session: Session):
        super().__init__(session)
        self._link = session.link
        self._rates: list[int] | None = None  # the rates to try; None until they are known
        self._begun, self._passed = session.clock(), (self._link.sent, self._link.received)
        self._losses: deque[float] = deque(maxlen=_LOSSES)

    def pays(self) -> bool:
        if len(self._session.socs) > 1:
            return False  # a change of the rate would damage the frames of the other SoCs; see `recover`
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
        for number, rate in enumerate(rates):
            if self._session.clock() - start > _MOST_SECONDS:
                return
            if self._carries(rate):
                # During a pause, the board returns to the rate that it has after a reset. After the pause, the rate
                # that has just passed the test is tried first.
                self._rates = rates[number:]
                self._losses.clear()
                return

    def recover(self) -> None:
        session = self._session
        session.notice_pause()
        if len(session.socs) == 1 or self.is_changed or not self._find():
            return
        with ExitStack() as turns:
            for soc in session.socs:
                if soc.user is not None:
                    return
                turns.enter_context(soc.turn(self))
                turns.callback(soc.end_turns, self)
            self.raise_now()

    def lost(self) -> None:
        """Count a lost frame. After too many losses, return to the rate that boards have after a reset; later, only try
        rates below the rate at which frames were lost."""
        if not self.is_changed:
            return
        self._losses.append(self._session.now)
        if len(self._losses) == _LOSSES and self._session.now - self._losses[0] <= _LOSS_SECONDS:
            self._rates = self._find()[1:]
            self.leave()

    def _find(self) -> list[int]:
        """Return the rates to try."""
        if self._rates is None:
            self._rates = rates_of(self._session)
        return self._rates

    def _carries(self, rate: int) -> bool:
        """Change to a rate and test it; change back if the test fails."""
        session = self._session
        try:
            # First check that the adapter and its driver support the rate.
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
