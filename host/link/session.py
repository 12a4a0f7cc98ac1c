"""A session with the board at the other end of a link: who it is, and another bit rate.

The host's side of docs/develop/protocol.md, except jobs, which are :mod:`.pipeline`'s. Every request is
sent again until it is answered, every wait times out, and whatever arrives may be old, repeated or unasked for.
"""

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from threading import RLock
from types import TracebackType
from typing import Protocol, Self

from rowloom.errors import LinkError
from rowloom.host.link.round_trip import RoundTrip
from rowloom.host.link.stream import Link
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import (
    MAX_BODY,
    VERSION,
    Answer,
    Hello,
    Identity,
    Reason,
    Refused,
    Request,
)

__all__ = ["SIMULATOR_TIMES", "BitRate", "BoardError", "Closeable", "RateControl", "Session", "board_times"]

SIMULATOR_TIMES = 120.0, 3.0
"""Timeout and resend interval of a :class:`Session` with a simulated board: a simulated second takes many, for a large
board on a busy machine up to a thousand."""

_IDENTIFY_TIMEOUT = 20.0
"""Seconds in which even a simulated board says who it is: that takes no work."""

_RATE_ATTEMPTS = 3

_DEAF_SECONDS = 2.0
"""After so long without a request, a board goes back to its bit rate after a reset."""


def board_times(bit_rate: int) -> tuple[float, float]:
    """Return timeout and resend interval of a :class:`Session` with a real board.

    It answers within a tenth of a second after the longest message.
    """
    longest = 10 * MAX_BODY / bit_rate
    return 4.5 + 2 * longest, 0.3 + longest


class BoardError(LinkError):
    """The link is there, but what is at its other end does not answer, or not as a board does."""


class Closeable(Protocol):
    """What a session closes at its end."""

    def close(self) -> None: ...


class RateControl(Protocol):
    """What raises the bit rate of a session where that pays, and lowers it again: :mod:`rowloom.host.link.rates`."""

    def pays(self) -> bool: ...
    def raise_rate(self) -> None: ...
    def lost(self) -> None: ...


class BitRate:
    """The bit rate of both ends of a session's line.

    Attributes
    ----------
    automatic : RateControl, optional
        What raises the rate where that pays; None, as at first, leaves it as it is.
    """

    def __init__(self, session: "Session"):
        self._session = session
        self.automatic: RateControl | None = None
        self._reset: int | None = None  # the board's rate after a reset, while another one is in use

    @property
    def is_changed(self) -> bool:
        """Whether both ends use another rate than the board's after a reset."""
        return self._reset is not None

    def change(self, rate: int) -> int:
        """Change both ends to another bit rate.

        Returns
        -------
        int
            The rate that both ends now use: the board's nearest one to the one asked for, or the old one if the line
            does not carry the new one.

        Raises
        ------
        BoardError
            Also if the board cannot make that rate.
        """
        session = self._session
        base = session.board.bit_rate
        for _ in range(_RATE_ATTEMPTS):
            if (made := self.attempt(rate, session.timeout / 2)) is not None:
                return made
            session.identify()
        return base

    def attempt(self, rate: int, timeout: float) -> int | None:
        """Change both ends to another bit rate, once.

        Parameters
        ----------
        rate : int
        timeout : float
            Seconds for the board's first answer at that rate.

        Returns
        -------
        int, optional
            The board's nearest rate to that one, which it uses now; None if nothing came at it. This end is then back
            at the old rate; the board, too, or it will be after two seconds of silence.

        Raises
        ------
        BoardError
            Also if the board cannot make that rate.
        """
        session = self._session
        base = session.board.bit_rate
        answer = session.ask(
            protocol.RateRequest(rate), _is(protocol.RateAnswer), (Reason.BIT_RATE,), session.round_trip.timeout
        )
        if isinstance(answer, Refused):
            raise session.error(f"the board cannot make {rate:,} bit/s")
        # Without an answer, the request was lost, or only its answer was and the board has changed over.
        made = answer.rate if isinstance(answer, protocol.RateAnswer) else rate
        # An adapter may not make more than it was asked for: Linux sets an FT232R to 9,600 bit/s for 3,000,001.
        session.link.set_bit_rate(min(made, rate))
        if session.ask(Hello(), _is(Identity), (), timeout):
            self._reset = base
            return made
        session.link.set_bit_rate(base)
        return None

    def raise_now(self) -> None:
        """Raise the rate, if it is automatic, to what the line carries; no job may be pending."""
        if self.automatic:
            self.automatic.raise_rate()

    def lost(self) -> None:
        """Take note that a frame was lost, whichever way."""
        if self.automatic:
            self.automatic.lost()

    def leave(self) -> None:
        """Change both ends back to the board's rate after a reset, if they use another one.

        If the board does not hear of it, it goes back by itself after two seconds of silence.
        """
        if (base := self._reset) is None:
            return
        session = self._session
        self._reset = None
        patience = 2 * session.round_trip.timeout
        if session.identity is None:
            session.ask(Hello(), _is(Identity), (), patience)
        session.ask(protocol.RateRequest(base), _is(protocol.RateAnswer), (Reason.NO_SESSION,), patience)
        session.link.set_bit_rate(base)
        # A board that was not reached is silent for a while.
        session.heard = session.now

    def fall_back(self) -> None:
        """Change this end back: the board has gone back by itself, or was reset."""
        if self._reset is not None:
            self._session.link.set_bit_rate(self._reset)
            self._reset = None


class Turns:
    """Turns of several users of a session, in one thread or in several."""

    def __init__(self, session: "Session"):
        self._session = session
        self._lock = RLock()
        self._user: object = None  # whose jobs the board knows
        self._is_used = False  # it has its turn

    @contextmanager
    def of(self, user: object) -> Iterator[bool]:
        """Let a user have the session to itself, while those in other threads wait.

        Yields
        ------
        bool
            Whether the board knows no job of this user: it has had no turn yet, or another one has had the last.

        Raises
        ------
        RuntimeError
            If another user has its turn in the same thread.
        """
        with self._lock:
            if self._is_used:
                raise RuntimeError(
                    f"{self._session.name}: the puzzles of a call come from another call on the same board: make a list"
                    " of them first"
                )
            begins = self._user is not user
            if begins and self._user is not None:
                self._session.renew()
            self._user, self._is_used = user, True
            try:
                yield begins
            finally:
                self._is_used = False

    def end(self, user: object) -> None:
        """Have what is left behind by a user forgotten with its session."""
        if self._user is user:
            self._user = None
            self._session.renew()


class Session:
    """A board at the other end of a link; a context manager.

    All its methods raise :class:`LinkError` if the link breaks, and :class:`BoardError` if the board falls silent.

    Parameters
    ----------
    link : Link
        Open, at the board's bit rate.
    timeout : float
        Seconds of silence after which the board is given up. Must be above four seconds where the bit rate is
        changed: a board takes two to fall back.
    resend_interval : float
        Seconds after which an unanswered request is sent again, at the earliest: longer than the longest message takes.
    clock : callable
        The time in seconds.
    slow : callable, optional
        If given, a board that solves is not given up: this is called after each ``timeout`` of silence with the seconds
        since the last answer. For simulated boards, which do not break but may be slow.
    owns : sequence
        What ends with the session: the link, and a simulator.

    Attributes
    ----------
    link : Link
        As given.
    now : float
        Seconds spent listening. Timeouts are measured by it, because what the caller does between two outcomes is no
        silence of the board.
    heard : float
        When the last answer came, by the same time.
    round_trip : RoundTrip
        How long answers take.
    identity : Identity, optional
        What the board has said about itself; None before the session is open.
    clock : callable
        As given.
    rate : BitRate
    turns : Turns
    """

    def __init__(
        self,
        link: Link,
        timeout: float,
        resend_interval: float,
        clock: Callable[[], float] = time.monotonic,
        slow: Callable[[float], None] | None = None,
        owns: Sequence[Closeable] = (),
    ):
        self.link, self.timeout, self.slow = link, timeout, slow
        self.now = self.heard = 0.0
        self.round_trip = RoundTrip(resend_interval, resend_interval, max(resend_interval, timeout / 10))
        self.identity: Identity | None = None
        self.clock = clock
        self.rate, self.turns = BitRate(self), Turns(self)
        self._owns = owns
        self._deframer = protocol.Deframer()
        self._echoes = 0
        self._number = random.getrandbits(32)
        self._sent = -math.inf  # when the last request was, by the clock

    def identify(self) -> Identity:
        """Return what the board says about itself; opens the session if it is not open.

        Raises :class:`BoardError` also if it is not a board of this version of the protocol.
        """
        return self._identify(min(self.timeout, _IDENTIFY_TIMEOUT))

    @property
    def board(self) -> Identity:
        """What the board says about itself; it is asked if it has not said so yet."""
        return self.identity or self.identify()

    def close(self) -> None:
        """Leave the board at its bit rate after a reset, for whoever asks next, and close what the session owns."""
        with ExitStack() as stack:
            for one in reversed(self._owns):
                stack.callback(one.close)
            # A simulator that was started for this ends now, and may take its time to answer.
            if self.slow is None:
                with suppress(LinkError):
                    self.rate.leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def send_break(self) -> Identity:
        """Restart the board, whatever it does; return its identity.

        Raises :class:`LinkError` also if the link is not one that carries a break.
        """
        self.link.send_break()
        self.rate.fall_back()
        self.renew()
        # It answers at once; or, if no break came through and another bit rate was used, once the board falls back.
        return self._identify(self.timeout / 2)

    # What jobs need

    def send(self, request: Request, sequence: int = 0) -> None:
        """Send a request, about the job of that number if it is about one."""
        now = self.clock()
        if self.rate.automatic and now - self._sent > _DEAF_SECONDS:
            # There was nothing to send for so long, and the board has fallen back.
            self.rate.fall_back()
        self._sent = now
        self.link.write(protocol.pack(request, self._number, sequence))

    def listen(self, least: int = 1) -> list[tuple[int, Answer]]:
        """Wait for a moment; return the answers of this session that have come, and the numbers of their jobs.

        The moment ends as soon as ``least`` bytes have come.
        """
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
        # With a flood of frames, that they come takes no time, only to find them.
        self.now += self.clock() - before
        if answers:
            self.heard = self.now
        if self.now - self.heard > self.timeout / 2:
            # The board has fallen back by now, or was reset.
            self.rate.fall_back()
        return answers

    def renew(self) -> None:
        """Begin a new session, which the next request to identify opens.

        The board then forgets all jobs, and what of the old session is still on its way is refused or ignored.
        """
        self._number, self.identity = random.getrandbits(32), None

    @property
    def name(self) -> str:
        """The link's."""
        return self.link.name

    def error(self, what: str) -> BoardError:
        """Return the error that says this of the board."""
        return BoardError(f"{self.link.name}: {what}")

    def silence(self) -> BoardError:
        """Return the error for a board that does not say what is waited for."""
        if self._only_echoes:
            what, hint = "only sends back what it is sent; this is no Rowloom board", ""
        elif self._deframer.valid:
            what, hint = "the board has stopped answering", "; is it still connected and powered?"
        elif received := self._deframer.received:
            what = f"{received} bytes came, but nothing that makes sense; this is no Rowloom board"
            hint = ", or it works at another bit rate (--baud)"
        else:
            what, hint = "no answer", "; is the board powered and programmed, and is this its port?"
        # What listens at a socket has neither a bit rate nor a plug.
        return self.error(f"{what}{hint if self.link.has_bit_rate else ''}")

    @property
    def _only_echoes(self) -> bool:
        """Whether nothing that makes sense has come but what was sent."""
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
        self,
        request: Request,
        answers: Callable[[Answer], bool],
        refusals: tuple[Reason, ...],
        timeout: float,
        sequence: int = 0,
    ) -> Answer | None:
        """Send a request until it is answered; return the answer, or None after the timeout.

        Parameters
        ----------
        request : Request
        answers : callable
            Tell whether an answer is one to this request.
        refusals : tuple of Reason
            A refusal for one of these reasons is an answer, too.
        timeout : float
            In seconds.
        sequence : int
            The number of the job that it is about, if it is about one.
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
                # An old answer about another job may be the same.
                if number == sequence and (
                    answers(heard) or (isinstance(heard, Refused) and heard.reason in refusals)
                ):
                    if times == 1:
                        self.round_trip.answered(self.now - sent)
                    return heard
        return None


def _is(kind: type[Answer]) -> Callable[[Answer], bool]:
    return lambda heard: isinstance(heard, kind)
