"""Sessions: identities, repeated requests, timeouts and bit rates."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rowloom.errors import LinkError
from rowloom.host.link.session import RoundTrip
from rowloom.host.wire.protocol import Poll, RateRequest, Reason, Refused, State
from support.channel import IDENTITY, RESEND_INTERVAL, TIMEOUT, Channel, FakeBoard, connect
from support.peripherals import Nothing


class Other(Nothing):
    """A peer that is not a board; ``answer`` maps the bytes that the peer receives to the bytes that it sends."""

    bit_rate = 1_000_000

    def __init__(self, answer):
        self._answer, self._output = answer, b""

    def feed(self, data):
        self._output += self._answer(data)

    def take(self):
        output, self._output = self._output, b""
        return output


def refuse(monkeypatch, board, reason):
    """Make a board refuse all requests from now on."""
    monkeypatch.setattr(board, "_answer", lambda session, sequence, request: Refused(reason))


def test_another_version(monkeypatch):
    refuse(monkeypatch, board := FakeBoard(None), Reason.VERSION)
    with pytest.raises(LinkError, match=r"test board: .*another version of the protocol"):
        connect(Channel(board)).identify()


@pytest.mark.parametrize("answer, fact, hint", [
    (lambda data: b"", "no answer", "powered"),
    (lambda data: b"login: ", "77 bytes arrived, .* no Rowloom board", "--baud"),
])  # fmt: skip
def test_no_board(monkeypatch, answer, fact, hint):
    channel = Channel(Other(answer), limit=30.0)
    with pytest.raises(LinkError, match=f"^test board: {fact}.*{hint}"):
        connect(channel).identify()
    assert channel.now < TIMEOUT + 1.0
    # The message about a socket does not mention bit rates or plugs.
    monkeypatch.setattr(channel, "has_bit_rate", False)
    channel.limit = 60.0
    with pytest.raises(LinkError, match=f"^test board: {fact}$"):
        connect(channel).identify()


def test_an_echo():
    channel = Channel(Other(lambda data: data), limit=30.0)
    with pytest.raises(LinkError, match=r"^test board: only sends back what it receives"):
        connect(channel).identify()
    assert channel.now < 4 * RESEND_INTERVAL


def with_losses(monkeypatch, number):
    """Return a session whose next ``number`` answers are lost, and a list to which each request adds its time."""
    channel = Channel(board := FakeBoard(None))
    session = connect(channel)
    session.identify()
    answer, times = board._answer, []

    def lossy(*request):
        times.append(channel.now)
        return answer(*request) if len(times) > number else None

    monkeypatch.setattr(board, "_answer", lossy)
    return session, times


def test_requests_are_repeated_less_and_less_often():
    times = []
    channel = Channel(Other(lambda data: times.append(channel.now) or b""), limit=30.0)
    with pytest.raises(LinkError, match="no answer"):
        connect(channel).identify()
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert len(pauses) > 7
    assert pauses == pytest.approx(
        [RESEND_INTERVAL, 2 * RESEND_INTERVAL, *[TIMEOUT / 10] * (len(pauses) - 2)], abs=0.06)


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_answers_to_repeated_requests_are_not_timed(monkeypatch, lost):
    """The next request that is answered at once restores the normal timeout."""
    session, times = with_losses(monkeypatch, lost)
    before = session.round_trip.timeout
    session.identify()
    assert len(times) == lost + 1
    assert session.round_trip.timeout == pytest.approx(min(before * 2**lost, TIMEOUT / 10))
    session.identify()
    assert session.round_trip.timeout == before


def timeout_by_the_rfc(seconds):
    """Return the timeout according to RFC 6298, section 2, for a clock with a granularity of 0."""
    first, *others = seconds
    srtt, rttvar = first, first / 2
    for each in others:
        rttvar = (1 - 1 / 4) * rttvar + 1 / 4 * abs(srtt - each)
        srtt = (1 - 1 / 8) * srtt + 1 / 8 * each
    return srtt + 4 * rttvar


@given(st.lists(st.floats(0.001, 2.0), min_size=1), st.floats(0.001, 1.0), st.floats(1.0, 60.0))
@example([0.2], 0.001, 60.0)  # the timeout is 0.6
@example([0.2] * 100, 0.001, 60.0)  # the timeout is little more than 0.2
@example([1.0, 0.2], 0.001, 60.0)  # the timeout is 3.2
def test_timeouts_by_the_rfc(seconds, least, most):
    round_trip = RoundTrip(1.0, least, most)
    assert round_trip.timeout == 1.0
    for each in seconds:
        round_trip.answered(each)
    assert round_trip.timeout == pytest.approx(min(max(timeout_by_the_rfc(seconds), least), most))


def is_state(answer):
    return isinstance(answer, State)


@pytest.mark.parametrize("refusals, answer", [
    ((Reason.NO_SESSION,), Refused(Reason.NO_SESSION)), (tuple(Reason), Refused(Reason.NO_SESSION)),
    ((Reason.BUSY,), None), ((), None),
])  # fmt: skip
def test_ask_is_refused(refusals, answer):
    """A refusal ends a request only if the caller has named the reason of the refusal. Otherwise, the request is
    repeated until the timeout."""
    channel = Channel(FakeBoard(None))
    assert connect(channel).ask(Poll(0), is_state, refusals, 3.0) == answer
    assert 3.0 < channel.now < 3.2 if answer is None else channel.now < 1.0


@pytest.mark.parametrize("made, used", [(2_941_176, 2_941_176), (3_007_518, 3_000_000)])
def test_a_rate_that_the_board_can_only_nearly_make(monkeypatch, made, used):
    """The host's adapter is never faster than the requested rate: an adapter that is limited to 3,000,000 bit/s would
    use 9,600 bit/s instead of 3,007,518."""
    board = FakeBoard(None)
    change = board._answer

    def nearly(session, sequence, request):
        return change(session, sequence, RateRequest(made) if isinstance(request, RateRequest) else request)

    monkeypatch.setattr(board, "_answer", nearly)
    channel = Channel(board)
    assert connect(channel).rate.change(3_000_000) == made
    assert (board.bit_rate, channel.bit_rate) == (made, used)


def test_a_rate_that_the_board_cannot_make(monkeypatch):
    board = FakeBoard(None)
    session = connect(Channel(board))
    assert session.identify() == IDENTITY
    refuse(monkeypatch, board, Reason.BIT_RATE)
    with pytest.raises(LinkError, match=r"^test board: the board cannot make 300 bit/s$"):
        session.rate.change(300)


def test_a_break_ends_a_session_whose_rate_was_changed():
    """The board still uses the rate of a session that the host has left. The break also ends this session."""
    board = FakeBoard(None)
    channel = Channel(board, limit=30.0)
    session = connect(channel)
    session.rate.change(3_000_000)
    session.renew()
    assert session.send_break() == IDENTITY
    assert channel.bit_rate == board.bit_rate == 1_000_000
