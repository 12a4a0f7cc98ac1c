"""A session with a board: who is there, another bit rate, another firmware, and puzzles in, outcomes out.

The state machine of docs/protocol.md, host's side. Everything that is sent is sent again until it is
answered, nothing is waited for longer than the patience, and whatever arrives may be old, repeated or
unasked for.
"""

import math
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from rowloom.host.job import CANCELLED, ERROR, Job, Outcome, Posed, Unsuitable, lost
from rowloom.host.link import Link, LinkError
from rowloom.host.protocol import (
    MAX_PIECE,
    SEQUENCES,
    VERSION,
    Answer,
    Cancel,
    Deframer,
    Fetch,
    Hello,
    Identity,
    Kind,
    Load,
    Loaded,
    Piece,
    Poll,
    ProtocolError,
    RateAnswer,
    RateRequest,
    Reason,
    Refused,
    Request,
    Restart,
    Result,
    Stage,
    Start,
    Started,
    State,
    Store,
    Stored,
    decode,
    pack,
)

__all__ = ["Board", "BoardError", "Progress", "Refusal"]

Progress = Callable[[Job, State], None]
"""Told of every word about a job that still runs."""

_POLL_INTERVAL = 0.4
"""Seconds between two questions about the running job: often enough for a live display and to hold a changed
bit rate, seldom enough to cost a simulated CPU nothing."""

_MEETING = 20.0
"""Seconds in which even a simulated board says who it is: that takes no work."""

_MOST_LOSSES = 5
"""So many times may a board lose jobs without finishing one before it is given up."""

_RATE_ATTEMPTS = 3


class BoardError(LinkError):
    """The link is there, but what is at its other end does not answer, or not as a board does."""


class Refusal(BoardError):
    """The board will not do what it was asked; ``reason`` tells why."""

    def __init__(self, name: str, reason: Reason):
        super().__init__(f"{name}: the board refuses (reason {reason})")
        self.reason = reason


@dataclass(eq=False)
class _Flight:
    """A job between the first word about it and its outcome.

    The cells of a puzzle that is too large for a message are stored on the board piece by piece before its SOLVE, and
    its solutions are fetched so after its RESULT.
    """

    job: Job
    sequence: int = 0
    posed: Posed | None = None
    outcome: Outcome | None = None
    stored: int = 0  # cells that the board has
    known: bool = False  # the board has said that it holds the job
    result: Result | None = None  # whose solutions are being fetched
    fetched: list[bytes] = field(default_factory=list)  # solutions, as far as they have come
    cancelling: bool = False
    due: float = -math.inf  # when the board is asked about it, unless it says something before
    heard: float = 0.0  # since when the board owes a word about it

    def request(self) -> Request:
        """What to ask the board next."""
        cells = self.posed.cells
        if self.result:
            offset = len(self.fetched[-1])
            return Fetch(len(self.fetched) - 1, offset, min(MAX_PIECE, len(cells) - offset))
        if self.cancelling:
            return Cancel()
        if self.known:
            return Poll()
        solve = self.posed.request
        if self.stored < len(cells):
            piece = cells[self.stored : self.stored + MAX_PIECE]
            return Store(solve.genre, solve.engine, self.stored, piece)
        return solve

    @property
    def waiting(self) -> bool:
        """Whether the board holds the job, and there is nothing to do but to wait for its result."""
        return self.known and not self.result and not self.cancelling

    def begin_again(self) -> bool:
        """Forgets what the board has forgotten; False if it had nothing."""
        lost = self.known or self.stored > 0
        self.known, self.stored, self.result, self.fetched = False, 0, None, []
        return lost

    def take_stored(self, answer: Stored) -> bool:
        """Whether a word about stored cells is a new one."""
        request = self.request()
        new = isinstance(request, Store) and answer.end == request.offset + len(request.cells)
        if new:
            self.stored = answer.end
        return new

    def take_result(self, result: Result) -> None:
        """Judges a result, or begins to fetch its solutions."""
        if not (self.posed.cells and result.solutions):
            self.outcome = self.posed.judge(result)
        elif not self.result:
            self.result, self.fetched = result, [b""]

    def take_piece(self, piece: Piece) -> bool:
        """Whether a piece of a solution is the one that is wanted; judges the result when it was the last."""
        request = self.request()
        if not isinstance(request, Fetch) or (piece.solution, piece.offset) != (request.solution, request.offset):
            return False
        self.fetched[-1] += piece.cells
        if not piece.cells or len(self.fetched[-1]) >= len(self.posed.cells):
            if len(self.fetched) == len(self.result.solutions):
                self.outcome = self.posed.judge(replace(self.result, solutions=tuple(self.fetched)))
            self.fetched.append(b"")
        return True


class Board:
    """The board at the other end of a link.

    Parameters
    ----------
    link : Link
        Open, at the board's bit rate.
    patience : float
        Seconds without a word that is waited for, after which the board is given up. Must be above four
        seconds where the bit rate is changed: a board takes two to fall back.
    resend : float
        Seconds after which an unanswered request is sent again.
    clock : callable
        The time in seconds.
    """

    def __init__(
        self, link: Link, patience: float, resend: float, clock: Callable[[], float] = time.monotonic
    ):
        self._link, self._patience, self._resend, self._clock = link, patience, resend, clock
        # Time spent listening: what the caller does between two outcomes is no silence of the board.
        self._now = 0.0
        self._deframer = Deframer()
        self._heard = 0.0
        self._echoes = 0
        self._session = random.getrandbits(32)
        self._sequence = 0
        self._identity: Identity | None = None
        self._rate_changed = False
        self._cancelling = False
        self._losses = 0

    def identify(self) -> Identity:
        """Asks who is there, and opens the session if it is not open.

        Raises
        ------
        BoardError
            If nobody answers, or it is not a board of this protocol.
        LinkError
            If the link breaks.
        """
        return self._identify(min(self._patience, _MEETING))

    def change_rate(self, rate: int) -> int:
        """Moves both ends to another bit rate.

        Returns
        -------
        int
            The rate that both ends now use: what the board makes of the one asked for, or the old one if
            the line does not carry the new one.

        Raises
        ------
        LinkError
            If the link breaks, the board falls silent, or it cannot make that rate.
        """
        base = (self._identity or self.identify()).bit_rate
        for _ in range(_RATE_ATTEMPTS):
            answer = self._ask(RateRequest(rate), _is(RateAnswer), (Reason.BIT_RATE,), self._resend)
            if isinstance(answer, Refused):
                raise BoardError(f"{self._link.name}: the board cannot make {rate:,} bit/s")
            # Without an answer, the request was lost, or only its answer was and the board has changed over.
            changed = answer.rate if answer else rate
            self._link.set_bit_rate(changed)
            if self._ask(Hello(), _is(Identity), (), self._patience / 2):
                self._rate_changed = True
                return changed
            self._link.set_bit_rate(base)
            self.identify()
        return base

    def load(self, offset: int, piece: bytes) -> None:
        """Puts a piece of a firmware image in its place; as often as one likes.

        Parameters
        ----------
        offset : int, a multiple of 4
            Where in the image it begins.
        piece : bytes
            As many as a frame takes.

        Raises
        ------
        Refusal
            If the board does not take it.
        BoardError
            If it falls silent.
        LinkError
            If the link breaks.
        """
        # The answer to a piece before this one may have come twice.
        done = Loaded(offset + len(piece))
        answer = self._ask(Load(offset, piece), lambda heard: heard == done, tuple(Reason), self._patience)
        if answer is None:
            raise BoardError(self._silence())
        if isinstance(answer, Refused):
            raise self._refusal(answer.reason)

    def start(self, length: int, crc: int) -> Identity:
        """Makes the loaded image run, ``length`` bytes with that CRC-32.

        Returns
        -------
        Identity
            Of what runs then: the image; or still the board's own firmware, if the image crashed or no START
            came through.

        Raises
        ------
        Refusal
            If the board does not take it for an image that it can run.
        BoardError
            If nobody answers any more.
        LinkError
            If the link breaks.
        """
        answer = self._ask(Start(length, crc), _is(Started), tuple(Reason), self._patience / 4)
        # A session that is gone is what a lost answer leaves behind.
        if isinstance(answer, Refused) and answer.reason != Reason.NO_SESSION:
            raise self._refusal(answer.reason)
        return self._meet_again()

    def restart(self) -> Identity:
        """Makes the board's own firmware begin again, if what runs now obeys; tells what runs then.

        Raises
        ------
        BoardError
            If nobody answers.
        LinkError
            If the link breaks.
        """
        self._ask(Restart(), _is(Started), (Reason.NO_SESSION,), self._patience / 4)
        return self._meet_again()

    def send_break(self) -> Identity:
        """Makes the board's own firmware begin again, whatever runs now; tells what runs then.

        Raises
        ------
        BoardError
            If nobody answers.
        LinkError
            If the link breaks, or is not one that carries a break.
        """
        self._link.send_break()
        return self._meet_again()

    def cancel(self) -> None:
        """Ends :meth:`solve` early: what is in flight is cancelled and yielded, nothing new is begun.

        May be called from a signal handler.
        """
        self._cancelling = True

    def solve(
        self, jobs: Iterable[Job], progress: Progress | None = None, in_flight: int | None = None
    ) -> Iterator[Outcome]:
        """Solves jobs, several in flight at a time: as many as the board takes, or at most ``in_flight``.

        Yields
        ------
        Outcome
            One a job, in order; after :meth:`cancel` or when the link breaks, one a job that had been begun.

        Raises
        ------
        LinkError
            If the link breaks or the board falls silent, after everything that had been begun was yielded.
        """
        window = min(filter(None, (in_flight, (self._identity or self.identify()).window)))
        waiting = iter(jobs)
        flights: deque[_Flight] = deque()
        try:
            while True:
                while not self._cancelling and len(flights) < window and (job := next(waiting, None)):
                    flights.append(self._launch(job))
                if not flights:
                    return
                if flights[0].outcome:
                    yield flights.popleft().outcome
                    continue
                self._prompt(flights)
                for sequence, answer in self._listen():
                    self._hear(flights, sequence, answer, progress)
                self._recover(flights)
        except LinkError as error:
            yield from (flight.outcome or lost(flight.job.puzzle, error) for flight in flights)
            raise
        finally:
            if flights:
                # Jobs left behind hold slots that only a new session frees.
                self._session, self._identity = random.getrandbits(32), None

    def _launch(self, job: Job) -> _Flight:
        try:
            posed = job.pose(self._identity)
        except Unsuitable as reason:
            return _Flight(job, outcome=Outcome(job.puzzle, ERROR, str(reason)))
        flight = _Flight(job, self._sequence, posed, heard=self._now)
        self._sequence = (self._sequence + 1) % SEQUENCES
        return flight

    def _prompt(self, flights: deque[_Flight]) -> None:
        """Sends every request that is due."""
        # Where cells of a puzzle lie in an engine's memory, or solutions, no other puzzle may use the engine.
        in_memory: dict[int, bool] = {}
        for flight in flights:
            if flight.outcome:
                continue
            if self._cancelling and not flight.cancelling:
                flight.cancelling, flight.due, flight.heard = True, -math.inf, self._now
            engine, cells = flight.posed.engine, bool(flight.posed.cells)
            held = engine in in_memory and (cells or in_memory[engine])
            in_memory[engine] = cells or in_memory.get(engine, False)
            if held and not flight.cancelling:
                # Nothing was said about it yet.
                flight.heard = self._now
            elif flight.waiting and flight is not flights[0]:
                # It waits its turn on the board; there is nothing to ask.
                flight.heard = self._now
                flight.due = self._now + _POLL_INTERVAL
            elif self._now >= flight.due:
                self._send(flight.request(), flight.sequence)
                flight.due = self._now + self._resend

    def _hear(
        self, flights: deque[_Flight], sequence: int, answer: Answer, progress: Progress | None
    ) -> None:
        """Takes an answer to its flight; one that no flight waits for is old."""
        if answer == Refused(Reason.NO_SESSION):
            # It was reset. Polls will tell which jobs it has lost.
            before, now = self._identity, self.identify()
            if before.loaded and not now.loaded:
                raise BoardError(
                    f"{self._link.name}: the loaded firmware has ended (did it crash?), and the board's own"
                    " runs"
                )
            return
        flight = next((one for one in flights if one.sequence == sequence and not one.outcome), None)
        if flight is None:
            return
        match answer:
            case State(stage=Stage.UNKNOWN) if flight.cancelling:
                flight.outcome = Outcome(flight.job.puzzle, CANCELLED, "cancelled")
            case State(stage=Stage.UNKNOWN):
                self._forget(flight)
            case State():
                flight.known, flight.due = True, self._now + _POLL_INTERVAL
                if not flight.cancelling:
                    # Only a job that may go on earns more patience.
                    flight.heard = self._now
                if progress:
                    progress(flight.job, answer)
            case Result():
                if not flight.result:
                    flight.heard, flight.due = self._now, -math.inf
                flight.take_result(answer)
            case Stored() if flight.take_stored(answer):
                flight.heard, flight.due = self._now, -math.inf
            case Piece() if flight.take_piece(answer):
                flight.heard, flight.due = self._now, -math.inf
            case Stored() | Piece() | Refused(reason=Reason.BUSY):
                # Something old; or another search on the board, which ends soon, for it is not of this session.
                pass
            case Refused(reason=Reason.MALFORMED) if flight.posed.cells:
                # Other cells are stored than those that were sent.
                self._forget(flight)
            case Refused():
                flight.outcome = flight.posed.refused(answer.reason)
        if flight.outcome:
            self._losses = 0

    def _forget(self, flight: _Flight) -> None:
        """The board does not know the job (any more): it is sent again."""
        if not flight.begin_again():
            return
        flight.due = -math.inf
        self._losses += 1
        if self._losses > _MOST_LOSSES:
            raise BoardError(
                f"{self._link.name}: the board loses its puzzles again and again; does it restart"
                " (power supply, cable)?"
            )

    def _recover(self, flights: deque[_Flight]) -> None:
        """Does something about silence."""
        if self._rate_changed and self._now - self._heard > self._patience / 2:
            # The board has fallen back to its build's rate by now, or was reset.
            self._link.set_bit_rate(self._identity.bit_rate)
            self._rate_changed = False
        if any(not one.outcome and self._now - one.heard > self._patience for one in flights):
            raise BoardError(self._silence())

    def _identify(self, patience: float) -> Identity:
        answer = self._ask(Hello(), _is(Identity), (Reason.VERSION,), patience)
        if answer is None:
            raise BoardError(self._silence())
        if isinstance(answer, Refused) or answer.version != VERSION:
            raise BoardError(
                f"{self._link.name}: the board speaks another version of the protocol than this tool's"
                f" {VERSION}: program it again, or install the rowloom that it was built with"
            )
        self._identity = answer
        return answer

    def _refusal(self, reason: Reason) -> Refusal:
        """The exception for a refused request; what comes next is of a new session.

        A request that was sent twice is refused twice, and the second word must not be taken for an answer to
        another request.
        """
        self._session = random.getrandbits(32)
        self.identify()
        return Refusal(self._link.name, reason)

    def _meet_again(self) -> Identity:
        """A new session with a firmware that has just begun."""
        if self._rate_changed:
            self._link.set_bit_rate(self._identity.bit_rate)
            self._rate_changed = False
        # Whatever of the old session is still on its way is refused, or not listened to.
        self._session, self._identity = random.getrandbits(32), None
        # It answers at once; or, if it never began and another bit rate was used, once the board falls back.
        return self._identify(self._patience / 2)

    def _ask(
        self,
        request: Request,
        answers: Callable[[Answer], bool],
        refusals: tuple[Reason, ...],
        patience: float,
    ) -> Answer | None:
        """Sends a request that is about no job until it is answered, or None when patience ends."""
        start, sent = self._now, -math.inf
        while self._now - start <= patience:
            if self._now - sent >= self._resend:
                if self._echoes > 1 and self._only_echoes:
                    return None
                self._send(request)
                sent = self._now
            for _, heard in self._listen():
                if answers(heard) or (isinstance(heard, Refused) and heard.reason in refusals):
                    return heard
        return None

    def _send(self, request: Request, sequence: int = 0) -> None:
        self._link.write(pack(request, self._session, sequence))

    def _listen(self) -> list[tuple[int, Answer]]:
        """Waits for a moment; returns the answers that belong to this session."""
        before = self._clock()
        data = self._link.read()
        self._now += self._clock() - before
        answers = []
        for body in self._deframer.feed(data):
            if body.session != self._session:
                continue
            if body.kind < Kind.IDENTITY:
                self._echoes += 1
                continue
            try:
                answers.append((body.sequence, decode(body)))
            except ProtocolError as error:
                raise BoardError(f"{self._link.name}: the board's answer makes no sense: {error}") from error
            self._heard = self._now
        return answers

    @property
    def _only_echoes(self) -> bool:
        """Nothing that makes sense has come but what was sent."""
        return self._deframer.valid == self._echoes > 0

    def _silence(self) -> str:
        """What to tell the user when nothing that is waited for has come."""
        if self._only_echoes:
            what, hint = "only sends back what it is sent; this is no Rowloom board", ""
        elif self._deframer.valid:
            what, hint = "the board has stopped answering", "; is it still connected and powered?"
            if self._identity and self._identity.loaded:
                hint = "; if the loaded firmware hangs, `rowloom firmware --restore` ends it"
        elif received := self._deframer.received:
            what = f"{received} bytes came, but nothing that makes sense; this is no Rowloom board"
            hint = ", or it works at another bit rate (--baud)"
        else:
            what, hint = "no answer", "; is the board powered and programmed, and is this its port?"
        # What listens at a socket has neither a bit rate nor a plug.
        return f"{self._link.name}: {what}{hint if self._link.has_bit_rate else ''}"


def _is(kind: type[Answer]) -> Callable[[Answer], bool]:
    return lambda heard: isinstance(heard, kind)
