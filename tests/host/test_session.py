"""Sessions with a board, or with what is none: who is there, and at which bit rate."""

from dataclasses import replace

import pytest

from rowloom.host.link import LinkError
from rowloom.host.protocol import RateRequest, Reason, Refused
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
    (lambda data: b"login: ", "224 bytes came, .* no Rowloom board", "--baud"),
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
    assert channel.now < 3 * RESEND_INTERVAL


def test_a_rate_that_the_board_can_only_nearly_make(monkeypatch):
    board = FakeBoard(None)
    change = board._answer

    def nearly(session, sequence, request):
        return change(session, sequence, RateRequest(2_941_176) if isinstance(request, RateRequest) else request)

    monkeypatch.setattr(board, "_answer", nearly)
    channel = Channel(board)
    assert connect(channel).change_rate(3_000_000) == 2_941_176
    assert board.bit_rate == channel.bit_rate == 2_941_176


def test_a_rate_that_the_board_cannot_make(monkeypatch):
    board = FakeBoard(None)
    session = connect(Channel(board))
    session.identify()
    monkeypatch.setattr(board, "_answer", lambda session, sequence, request: Refused(Reason.BIT_RATE))
    with pytest.raises(LinkError, match=r"^test board: the board cannot make 300 bit/s$"):
        session.change_rate(300)


def test_a_rate_that_the_line_does_not_carry():
    channel = Channel(FakeBoard(None), limit=60.0)
    channel.highest_rate = 2_000_000
    session = connect(channel)
    assert session.change_rate(3_000_000) == 1_000_000
    assert session.identify() == IDENTITY


def test_a_board_that_went_back_to_its_own_rate():
    """It did so after a silence; any request finds it again."""
    board = FakeBoard(None)
    channel = Channel(board, limit=30.0)
    session = connect(channel)
    session.change_rate(3_000_000)
    board.step(100.0)
    assert board.bit_rate == 1_000_000
    assert session.identify() == IDENTITY
    assert channel.bit_rate == 1_000_000


def test_a_break_ends_a_session_whose_rate_was_changed():
    """Even one that was left behind and is not open."""
    board = FakeBoard(None)
    channel = Channel(board, limit=30.0)
    session = connect(channel)
    session.change_rate(3_000_000)
    session.renew()
    assert session.send_break() == IDENTITY
    assert channel.bit_rate == board.bit_rate == 1_000_000


def test_a_loaded_firmware_that_has_ended(monkeypatch):
    board = FakeBoard(None)
    session = connect(Channel(board))
    monkeypatch.setattr(board, "_who", lambda: replace(IDENTITY, loaded=True))
    assert session.identify().loaded
    monkeypatch.undo()
    with pytest.raises(LinkError, match=r"^test board: the loaded firmware has ended"):
        session.reopen()
