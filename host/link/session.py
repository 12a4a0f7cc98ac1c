"""A session with a board: the board's identity, the bit rate, and requests that are repeated until they are answered.

This module implements the host's side of docs/develop/protocol.md, except jobs, which :mod:`.pipeline` sends. Every
wait times out. Any answer may be old, repeated or wrong.
"""

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import RLock
from typing import Self

from rowloom.engines.catalogue import MOST_SOCS
from rowloom.errors import LinkError
from rowloom.host.link.stream import Link
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import MAX_BODY, VERSION, Answer, Hello, Identity, Reason, Refused, Request

__all__ = ["SIMULATOR_TIMES", "BitRate", "BoardError", "RoundTrip", "Session", "board_times"]

SIMULATOR_TIMES = 120.0, 3.0
"""Timeout and resend interval, in seconds, of a :class:`Session` with a simulated board. Simulating one second of a
board takes many seconds: up to a thousand for a large board on a busy machine."""

_IDENTIFY_TIMEOUT = 20.0
"""Even a simulated board identifies itself within this number of seconds, because that requires little computation."""

_RATE_ATTEMPTS = 3

_FALL_BACK = 2.0
"""A board that receives no request for this many seconds returns to the bit rate that it has after a reset."""


def board_times(bit_rate: int) -> tuple[float, float]:
    """Return the timeout and the resend interval, in seconds, of a :class:`Session` with a real board."""
    longest = 10 * MAX_BODY / bit_rate  # the board answers within a tenth of a second after the longest message
    return 4.5 + 2 * longest, 0.3 + longest


class BoardError(LinkError):
    """The link works, but the other end does not answer, or does not answer as a board would."""


class RoundTrip:
    """Computes the timeout for an answer from the times that earlier answers took (RFC 6298, section 2), in seconds.

    ``first`` is the timeout for the first answer. The timeout is always between ``least`` and ``most``.
    """

    def __init__(self, first: float, least: float, most: float):
        self.timeout, self.least, self._most = first, least, most
        self._mean: float | None = None
        self._variation = 0.0

    def answered(self, seconds: float) -> None:
        """Adjust the timeout to the time that an answer took. The request must have been sent only once."""
        if self._mean is None:
            self._mean, self._variation = seconds, seconds / 2
        else:
            self._variation += (abs(seconds - self._mean) - self._variation) / 4
            self._mean += (seconds - self._mean) / 8
        self.timeout = min(max(self._mean + 4 * self._variation, self.least), self._most)

    def timed_out(self) -> None:
        """Double the timeout, because the line or the board may be slow."""
        self.timeout = min(2 * self.timeout, self._most)


class BitRate:
    """Sets the bit rate at both ends of a session's line.

    The subclass :class:`.rates.AutomaticRate` also raises the bit rate if that saves time, and lowers it again if the
    line does not carry the higher rate.
    """

    is_automatic = False

    def __init__(self, session: "Session"):
        self._session = session
        self._reset: int | None = None  # the board's rate after a reset; None if this rate is in use

    @property
    def is_changed(self) -> bool:
        """True if both ends use a rate other than the board's rate after a reset."""
        return self._reset is not None

    def change(self, rate: int) -> int:
        """Change both ends to another bit rate; return the rate that both ends use afterwards.

        The returned rate is the rate nearest to ``rate`` that the board can generate, or the old rate if the line does
        not carry the new rate. Also raises BoardError if the board cannot generate a rate near ``rate``.
        """
        session = self._session
        base = session.board.bit_rate
        for _ in range(_RATE_ATTEMPTS):
            if (made := self.attempt(rate, session.timeout / 2)) is not None:
                return made
            session.identify()
        return base

    def attempt(self, rate: int, timeout: float) -> int | None:
        """Try once to change both ends to another bit rate; return the nearest rate that the board can generate.

        If the board does not answer at the new rate within ``timeout``, change the host back to the old rate and return
        None; the board changes back after at most two seconds without a request. Raises the same exceptions as
        :meth:`change`.
        """
        session = self._session
        base = session.board.bit_rate
        answer = session.ask(
            protocol.RateRequest(rate), _is(protocol.RateAnswer), (Reason.BIT_RATE,), session.round_trip.timeout
        )
        if isinstance(answer, Refused):
            raise session.error(f"the board cannot make {rate:,} bit/s")
        # If no answer arrives, the request was lost, or the answer was lost and the board has changed its rate.
        made = answer.rate if isinstance(answer, protocol.RateAnswer) else rate
        # Never exceed the requested rate, because adapters may fail above it. For example, an FT232R on Linux uses
        # 9,600 bit/s if 3,000,001 bit/s are requested.
        session.link.set_bit_rate(min(made, rate))
        if session.ask(Hello(), _is(Identity), (), timeout):
            self._reset = base
            return made
        session.link.set_bit_rate(base)
        return None

    def pays(self) -> bool:
        """Return whether a higher rate would save time. Always False if the rate is not automatic."""
        return False

    def raise_now(self) -> None:
        """If the rate is automatic, raise it to the highest rate that the line carries. The board may lose the
        session's jobs."""

    def recover(self) -> None:
        """If the rate is automatic and several SoCs share the line, raise the rate again after losses or a pause. Do
        nothing while any of the SoCs has jobs."""

    def lost(self) -> None:
        """If the rate is automatic, count a frame that was lost in either direction."""

    def leave(self) -> None:
        """Change both ends back to the rate that the board has after a reset."""
        if (base := self._reset) is None:
            return
        session = self._session
        self._reset = None
        patience = 2 * session.round_trip.timeout
        if session.identity is None:
            session.ask(Hello(), _is(Identity), (), patience)
        session.ask(protocol.RateRequest(base), _is(protocol.RateAnswer), (Reason.NO_SESSION,), patience)
        session.link.set_bit_rate(base)
        # If the request was lost, no answer can arrive until the board changes back on its own: measure the silence
        # from now.
        session.heard = session.now

    def fall_back(self) -> None:
        """Change this end to the rate that boards have after a reset, because the board was reset or has returned to
        this rate."""
        if self._reset is not None:
            self._session.link.set_bit_rate(self._reset)
            self._reset = None


class Session:
    """A session with the board at the other end of a link; a context manager.

    All methods raise :class:`LinkError` if the link breaks, and :class:`BoardError` if the board stops answering.

    Parameters
    ----------
    link : Link
        An open link at the bit rate of the board.
    timeout : float
        Seconds of silence after which BoardError is raised. If the bit rate will be changed, use more than four
        seconds, because a board needs two seconds of silence to return to the bit rate that it has after a reset.
    resend_interval : float
        The shortest time in seconds until an unanswered request is sent again. It must be longer than the transfer of
        the longest message.
    clock : callable
        Returns the time in seconds.
    slow : callable, optional
        For simulated boards, which may be slow but do not fail: if given, the session waits without limit while the
        board solves. After each ``timeout`` of silence, the session calls this function with the seconds since the
        latest answer.
    owns_link : bool
        Whether closing the session closes the link.
    soc : int
        The number of the session's SoC, if several SoCs share the line; also an attribute.

    Attributes
    ----------
    now : float
        The seconds that this session has spent waiting for answers. Timeouts are measured by this clock, which does not
        run while the caller processes an outcome.
    heard : float
        The time of the latest answer, by the clock ``now``.
    identity : Identity, optional
        The identity of the board; None before the session is open.
    socs : sequence of Session
        The sessions with all SoCs of the board, if this session is with SoC 0; otherwise only this session.
    user : object, optional
        The user whose jobs are on the board; None if nobody's are. See :meth:`turn`.
    """

    def __init__(
        self, link: Link, timeout: float, resend_interval: float, clock: Callable[[], float] = time.monotonic,
        slow: Callable[[float], None] | None = None, owns_link: bool = False, soc: int = 0,
    ):  # fmt: skip
        self.link, self.timeout, self.clock, self.slow, self._owns_link = link, timeout, clock, slow, owns_link
        self.now = self.heard = 0.0
        self.round_trip = RoundTrip(resend_interval, resend_interval, max(resend_interval, timeout / 10))
        self.identity: Identity | None = None
        self.rate = BitRate(self)
        self._deframer = protocol.Deframer()
        self._echoes = 0
        self.soc, self._number = soc, _session_number(soc)
        self.socs: Sequence[Session] = (self,)
        self._heard_at = -math.inf  # the time of the latest answer, by ``clock``
        self._sent = -math.inf  # the time of the latest request, by ``clock``
        self._lock = RLock()
        self.user: object = None
        self._in_use = False

    def identify(self) -> Identity:
        """Request the board's identity, which opens the session.

        Also raises BoardError if the board uses another version of the protocol.
        """
        return self._identify(min(self.timeout, _IDENTIFY_TIMEOUT))

    @property
    def board(self) -> Identity:
        """The identity of the board. Only the first use of this property in a session sends a request."""
        return self.identity or self.identify()

    @property
    def name(self) -> str:
        return self.link.name

    def close(self) -> None:
        """Return to the bit rate that boards have after a reset, because the next program expects this rate; close the
        link if this session owns it."""
        try:
            # With ``slow``, the board is simulated: it may answer slowly, and it will not be used again.
            if self.slow is None:
                with suppress(LinkError):
                    self.rate.leave()
        finally:
            if self._owns_link:
                self.link.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def send_break(self) -> Identity:
        """Restart the board, and return its identity. Also raises LinkError if the link cannot carry a break."""
        self.link.send_break()
        self.rate.fall_back()
        self.renew()
        # The board answers at once. But if the break was lost, the board may still use another bit rate; within two
        # seconds, it then returns to the rate that it has after a reset.
        return self._identify(self.timeout / 2)

    @contextmanager
    def turn(self, user: object) -> Iterator[bool]:
        """Reserve the session for a user until the end of the ``with`` block; users in other threads wait.

        Yield True if the board has no jobs of this user, because this is the user's first turn, or because the previous
        turn was another user's. Raises RuntimeError if another user in this thread has reserved the session.
        """
        with self._lock:
            if self._in_use:
                raise RuntimeError(
                    f"{self.name}: the puzzles for this call come from another call on the same board: make a list of"
                    " the puzzles first"
                )
            begins = self.user is not user
            if begins and self.user is not None:
                self.renew()
            self.user, self._in_use = user, True
            try:
                yield begins
            finally:
                self._in_use = False

    def end_turns(self, user: object) -> None:
        """Discard a user's jobs that are still on the board."""
        if self.user is user:
            self.user = None
            self.renew()

    # For jobs

    def send(self, request: Request, sequence: int = 0) -> None:
        """Send a request; ``sequence`` is the number of the request's job, if any."""
        self.notice_pause()
        self._sent = self.clock()
        self.link.write(protocol.pack(request, self._number, sequence))

    def notice_pause(self) -> None:
        """After a long pause, return to the bit rate that the board has after a reset, as the board has done."""
        if self.rate.is_automatic and self.clock() - self._sent > _FALL_BACK:
            self.rate.fall_back()

    def listen(self, least: int = 1) -> list[tuple[int, Answer]]:
        """Wait up to a tick for ``least`` bytes; return the answers for this session, each with the number of its
        job."""
        before = self.clock()
        answers = []
        for body in self._deframer.feed(self.link.read(least)):
            if body.session != self._number:
                continue
            try:
                message = protocol.decode(body)
            except protocol.ProtocolError as error:
                raise self.error(f"the board's answer makes no sense: {error}") from error
            if isinstance(message, Answer):
                answers.append((body.sequence, message))
            else:
                self._echoes += 1
        # Include the time of decoding: if frames arrive without a pause, decoding takes most of the time.
        self.now += self.clock() - before
        if answers:
            self.heard, self._heard_at = self.now, before
        if self.now - self.heard > self.timeout / 2 and all(before - one._heard_at > _FALL_BACK for one in self.socs):
            # After this time, the board has returned to the bit rate that it has after a reset.
            self.rate.fall_back()
        return answers

    def renew(self) -> None:
        """Begin a new session. When :meth:`identify` opens it, the board discards the jobs of the old session."""
        self._number, self.identity = _session_number(self.soc), None

    def keep_awake(self) -> bytes | None:
        """Return a request that keeps the board at its present bit rate; None if the board has this rate after a reset
        anyway."""
        if not self.rate.is_changed:
            return None
        self._sent = self.clock()
        return protocol.pack(Hello(), self._number)

    def error(self, what: str) -> BoardError:
        return BoardError(f"{self.link.name}: {what}")

    def silence(self) -> BoardError:
        """Return an error that explains why the board may not have answered in time."""
        if self._only_echoes:
            what, hint = "only sends back what it receives; this is no Rowloom board", ""
        elif self._deframer.valid:
            what, hint = "the board has stopped answering", "; is it still connected and powered?"
        elif received := self._deframer.received:
            what = f"{received} bytes arrived, but no valid answer; this is no Rowloom board"
            hint = ", or it works at another bit rate (--baud)"
        else:
            what, hint = "no answer", "; is the board powered and programmed, and is this its port?"
        # The hints apply only to serial ports.
        return self.error(f"{what}{hint if self.link.has_bit_rate else ''}")

    @property
    def _only_echoes(self) -> bool:
        """True if all valid frames that have arrived are requests, which this host must have sent."""
        return self._deframer.valid == self._echoes > 0

    def _identify(self, timeout: float) -> Identity:
        answer = self.ask(Hello(), _is(Identity), (Reason.VERSION,), timeout)
        if answer is None:
            raise self.silence()
        if not isinstance(answer, Identity) or answer.version != VERSION:
            raise self.error(
                f"the board speaks another version of the protocol than this tool's {VERSION}: program it again, or"
                " install the rowloom that it was built with"
            )
        self.identity = answer
        return answer

    def ask(
        self, request: Request, answers: Callable[[Answer], bool], refusals: tuple[Reason, ...], timeout: float,
        sequence: int = 0,
    ) -> Answer | None:  # fmt: skip
        """Send a request repeatedly until the request is answered; return the answer, or None after ``timeout``
        seconds.

        ``answers`` is a function that returns whether an answer is for this request. A refusal is for this request if
        ``refusals`` contains the refusal's reason. ``sequence`` is the number of the request's job, if any.
        """
        start, sent, times = self.now, -math.inf, 0
        while self.now - start <= timeout:
            if self.now - sent >= self.round_trip.timeout:
                if self._echoes > 1 and self._only_echoes:
                    return None
                if times > 0:
                    self.round_trip.timed_out()
                    self.rate.lost()
                self.send(request, sequence)
                sent, times = self.now, times + 1
            for number, heard in self.listen():
                # The job's number is also compared, because an old answer about another job may have the same content.
                refused = isinstance(heard, Refused) and heard.reason in refusals
                if number == sequence and (refused or answers(heard)):
                    if times == 1:
                        self.round_trip.answered(self.now - sent)
                    return heard
        return None


def _session_number(soc: int) -> int:
    """Return a random number for a session. Its lowest bits are the number of the SoC; if there is only one SoC, the
    SoC ignores these bits."""
    return random.getrandbits(32) // MOST_SOCS * MOST_SOCS + soc


def _is(kind: type[Answer]) -> Callable[[Answer], bool]:
    return lambda heard: isinstance(heard, kind)
