"""Sessions with a board, or with what is none: who is there, and at which bit rate."""

from itertools import pairwise

import pytest

from rowloom.errors import LinkError
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import Poll, RateRequest, Reason, Refused, State, Stored
from support.channel import IDENTITY, RESEND_INTERVAL, TIMEOUT, Channel, FakeBoard, connect


class Other:
    """Something else than a board: a function from what it hears to what it says."""

    bit_rate = 1_000_000

    def __init__(self, answer):
        self._answer, self._output = answer, b""

    def feed(self, data):
        self._output += self._answer(data)

    def take(self):
        output, self._output = self._output, b""
        return output

    def step(self, seconds):
        pass


def test_identify():
    assert connect(Channel(FakeBoard(None))).identify() == IDENTITY


def test_another_version(monkeypatch):
    board = FakeBoard(None)
    monkeypatch.setattr(board, "_answer", lambda session, sequence, request: Refused(Reason.VERSION))
    with pytest.raises(LinkError, match=r"test board: .*another version of the protocol"):
        connect(Channel(board)).identify()


@pytest.mark.parametrize("answer, fact, hint", [
    (lambda data: b"", "no answer", "powered"),
    (lambda data: b"login: ", "77 bytes came, .* no Rowloom board", "--baud"),
])  # fmt: skip
def test_no_board(monkeypatch, answer, fact, hint):
    channel = Channel(Other(answer), limit=30.0)
    with pytest.raises(LinkError, match=f"^test board: {fact}.*{hint}"):
        connect(channel).identify()
    assert channel.now < TIMEOUT + 1.0
    # A socket has neither a bit rate nor a plug to ask about.
    monkeypatch.setattr(channel, "has_bit_rate", False)
    channel.limit = 60.0
    with pytest.raises(LinkError, match=f"^test board: {fact}$"):
        connect(channel).identify()


def test_an_echo_is_told_at_once():
    channel = Channel(Other(lambda data: data), limit=30.0)
    with pytest.raises(LinkError, match=r"^test board: only sends back what it is sent"):
        connect(channel).identify()
    assert channel.now < 4 * RESEND_INTERVAL


# Requests that are repeated


@pytest.fixture
def losses(monkeypatch):
    """A session with a board of which so many answers are lost; the times at which it was asked."""

    def lose(number):
        board = FakeBoard(None)
        channel = Channel(board)
        session = connect(channel)
        session.identify()
        answer, times = board._answer, []

        def lossy(*request):
            times.append(channel.now)
            return answer(*request) if len(times) > number else None

        monkeypatch.setattr(board, "_answer", lossy)
        return session, times

    return lose


def pauses(times):
    return [later - earlier for earlier, later in pairwise(times)]


def test_requests_are_repeated_less_and_less_often():
    times = []
    channel = Channel(Other(lambda data: times.append(channel.now) or b""), limit=30.0)
    with pytest.raises(LinkError, match="no answer"):
        connect(channel).identify()
    assert pauses(times)[:2] == pytest.approx([RESEND_INTERVAL, 2 * RESEND_INTERVAL], abs=0.06)
    assert pauses(times)[2:] == pytest.approx([TIMEOUT / 10] * len(times[3:]), abs=0.06)
    assert len(times) > 8


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_of_a_repeated_request_it_is_not_known_how_long_the_answer_took(losses, lost):
    """The next one that is not repeated tells."""
    session, times = losses(lost)
    before = session.round_trip.timeout
    session.identify()
    assert len(times) == lost + 1
    assert session.round_trip.timeout == pytest.approx(min(before * 2**lost, TIMEOUT / 10))
    session.identify()
    assert session.round_trip.timeout == before


# ask


def is_state(answer):
    return isinstance(answer, State)


@pytest.mark.parametrize("lost", [0, 2])
def test_ask(losses, lost):
    """What is not an answer to the request is passed over."""
    session, times = losses(lost)
    session.link.inject(protocol.pack(Stored(4), session._number))
    assert is_state(session.ask(Poll(0), is_state, (), TIMEOUT))
    assert len(times) == lost + 1


def test_ask_about_a_job(monkeypatch):
    board = FakeBoard(None)
    session = connect(Channel(board))
    monkeypatch.setattr(board, "_answer", lambda number, sequence, request: State(sequence, 0))
    assert session.ask(Poll(0), is_state, (), TIMEOUT, 258) == State(258, 0)


@pytest.mark.parametrize("refusals, answer", [
    ((Reason.NO_SESSION,), Refused(Reason.NO_SESSION)), (tuple(Reason), Refused(Reason.NO_SESSION)),
    ((Reason.BUSY,), None), ((), None),
])  # fmt: skip
def test_ask_a_board_that_refuses(refusals, answer):
    """Only what is asked for ends it."""
    channel = Channel(FakeBoard(None))
    assert connect(channel).ask(Poll(0), is_state, refusals, 3.0) == answer
    assert (channel.now > 3.0) == (answer is None)


def test_ask_a_board_that_is_silent():
    channel = Channel(Other(lambda data: b""), limit=5.0)
    assert connect(channel).ask(Poll(0), is_state, (), 3.0) is None
    assert 3.0 < channel.now < 3.2


# Bit rates


def test_a_rate_that_the_board_can_only_nearly_make(monkeypatch):
    board = FakeBoard(None)
    change = board._answer

    def nearly(session, sequence, request):
        return change(session, sequence, RateRequest(2_941_176) if isinstance(request, RateRequest) else request)

    monkeypatch.setattr(board, "_answer", nearly)
    channel = Channel(board)
    assert connect(channel).rate.change(3_000_000) == 2_941_176
    assert board.bit_rate == channel.bit_rate == 2_941_176


def test_a_rate_that_the_board_cannot_make(monkeypatch):
    board = FakeBoard(None)
    session = connect(Channel(board))
    session.identify()
    monkeypatch.setattr(board, "_answer", lambda session, sequence, request: Refused(Reason.BIT_RATE))
    with pytest.raises(LinkError, match=r"^test board: the board cannot make 300 bit/s$"):
        session.rate.change(300)


def test_a_rate_that_the_line_does_not_carry():
    channel = Channel(FakeBoard(None), limit=60.0)
    channel.highest_rate = 2_000_000
    session = connect(channel)
    assert session.rate.change(3_000_000) == 1_000_000
    assert session.identify() == IDENTITY


def test_a_board_that_went_back_to_its_own_rate():
    """It did so after a silence; any request finds it again."""
    board = FakeBoard(None)
    channel = Channel(board, limit=30.0)
    session = connect(channel)
    session.rate.change(3_000_000)
    board.step(100.0)
    assert board.bit_rate == 1_000_000
    assert session.identify() == IDENTITY
    assert channel.bit_rate == 1_000_000


# Restarts


def test_a_break_ends_a_session_whose_rate_was_changed():
    """Even one that was left behind and is not open."""
    board = FakeBoard(None)
    channel = Channel(board, limit=30.0)
    session = connect(channel)
    session.rate.change(3_000_000)
    session.renew()
    assert session.send_break() == IDENTITY
    assert channel.bit_rate == board.bit_rate == 1_000_000
