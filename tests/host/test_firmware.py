"""Another firmware over the link: images good and bad, lines that harm them, and every way back."""

import random

import pytest

from rowloom.host.firmware import FirmwareError, Image, load, restore
from rowloom.host.jobs.job import Job
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import BoardError
from rowloom.host.link.stream import LinkError
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.wire.protocol import (
    Deframer,
    Load,
    Loaded,
    Reason,
    Refused,
    Restart,
    Result,
    Start,
    Started,
    Status,
    decode,
)
from support.channel import (
    CRASHES,
    HANGS,
    INTERFACE,
    OWN_FIRMWARE,
    STAYS,
    TIMEOUT,
    Channel,
    FakeBoard,
    Faults,
    connect,
    image_data,
)

PUZZLE = Slitherlink("p", 2, 2, ((3, 3), (None, None)))
SOLVED = Result(Status.SOLVED, True, 1, (), (b"\3",))


@pytest.fixture
def fake():
    """A board of this side's making."""
    return FakeBoard(lambda request: (SOLVED, 0.2))


@pytest.fixture(params=["fake board", "firmware"])
def board(request):
    """That, or the real firmware."""
    return request.getfixturevalue("native" if request.param == "firmware" else "fake")


@pytest.fixture
def image():
    return Image.parse(image_data())


def drop(monkeypatch, board, kind):
    """The first answer of a kind is lost."""
    take, losses = board.take, [kind]

    def lossy():
        sent = take()
        bodies = list(Deframer().feed(sent))
        if losses and any(isinstance(decode(body), losses[0]) for body in bodies):
            losses.clear()
            return b""
        return sent

    monkeypatch.setattr(board, "take", lossy)


def solves(session):
    (outcome,) = solve(session, [Job(PUZZLE)])
    return outcome.verified


# Images


def test_image():
    image = Image.parse(image_data(3000, 0x01020304, 0xFFEEDDCC))
    assert (len(image.data), image.interface, image.firmware) == (3000, 0x01020304, 0xFFEEDDCC)


@pytest.mark.parametrize("size", [0, 12, 3001])
def test_no_image_of_that_size(size):
    with pytest.raises(FirmwareError, match=rf"no firmware image.* {size} bytes$"):
        Image.parse(image_data(4000)[:size])


def test_no_image_without_the_magic_number():
    with pytest.raises(FirmwareError, match=r"no firmware image.* 4c574f52 .* 2e464c45$"):
        Image.parse(image_data(magic=b"ELF."))


# All goes well


@pytest.mark.parametrize("size", [20, 1024, 1028, 4096])
def test_load_and_restore(board, size):
    session = connect(Channel(board))
    image, heard = Image.parse(image_data(size)), []
    identity = load(session, image, heard.append)
    assert identity == session.identify()
    assert (identity.firmware, identity.interface, identity.loaded) == (image.firmware, image.interface, True)
    assert heard == [*range(0, size, 1024), size]
    assert solves(session)

    identity = restore(session)
    assert (identity.firmware, identity.loaded) == (OWN_FIRMWARE, False)
    assert solves(session)


def test_the_board_holds_what_was_sent(fake, image):
    load(connect(Channel(fake)), image)
    assert fake.memory[:3000] == image.data
    assert fake.heard.count(Load) == 3 and fake.heard.count(Start) == 1


def test_one_image_after_the_other(board):
    session = connect(Channel(board))
    for firmware in (1, 2, 2, 1):
        assert load(session, Image.parse(image_data(firmware=firmware))).firmware == firmware
        assert solves(session)


def test_restore_what_was_never_replaced(board):
    assert not restore(connect(Channel(board))).loaded


def test_load_at_another_bit_rate(board, image):
    """A firmware begins at the build's rate, and so does the host with it."""
    channel = Channel(board)
    session = connect(channel)
    session.change_rate(2_500_000)
    assert load(session, image).loaded
    assert board.bit_rate == channel.bit_rate == 1_000_000
    session.change_rate(2_500_000)
    assert not restore(session).loaded
    assert board.bit_rate == channel.bit_rate == 1_000_000


def test_load_while_a_puzzle_is_searched(board, image):
    session = connect(Channel(board))
    next(solve(session, [Job(PUZZLE)] * 4))
    assert load(session, image).loaded
    assert solves(session)


# What a board does not run


def test_another_interface_is_not_even_sent(fake):
    session = connect(Channel(fake))
    with pytest.raises(FirmwareError, match=r"another build of the gateware .*00000001.*1a2b3c4d"):
        load(session, Image.parse(image_data(interface=1)))
    assert Load not in fake.heard


@pytest.mark.parametrize("change, message", [
    ({"interface": 1}, "made for another build of the gateware"),
    ({"magic": b"ELF."}, "gave up after 4 attempts: it arrives damaged"),
])  # fmt: skip
def test_the_board_checks_too(board, change, message):
    """Whatever the host takes it for."""
    session = connect(Channel(board))
    with pytest.raises(FirmwareError, match=message):
        load(session, Image(image_data(**change), INTERFACE, 7))
    assert not session.identify().loaded
    assert solves(session)


def test_too_large(board):
    session = connect(Channel(board))
    with pytest.raises(FirmwareError, match="too large"):
        load(session, Image.parse(image_data(4100)))
    assert not session.identify().loaded
    assert solves(session)


def test_a_board_that_cannot_load(fake, monkeypatch, image):
    monkeypatch.setattr(fake, "_load", lambda request: Refused(Reason.UNKNOWN_KIND))
    with pytest.raises(FirmwareError, match="cannot load another one"):
        load(connect(Channel(fake)), image)


def test_a_refusal_that_nobody_expects(fake, monkeypatch, image):
    monkeypatch.setattr(fake, "_load", lambda request: Refused(Reason.MALFORMED))
    with pytest.raises(FirmwareError, match=r"test board: the board refuses \(reason 3\)"):
        load(connect(Channel(fake)), image)


# Firmware that does not do what it should


def test_firmware_that_hangs(fake):
    """It never answers: a break brings the board's own one back, within seconds."""
    channel = Channel(fake, limit=60.0)
    session = connect(channel)
    with pytest.raises(FirmwareError, match=r"it hangs.* its own firmware runs"):
        load(session, Image.parse(image_data(habit=HANGS)))
    assert channel.now < TIMEOUT
    assert not session.identify().loaded
    assert solves(session)


def test_firmware_that_hangs_at_a_socket(fake, monkeypatch):
    channel = Channel(fake, limit=60.0)
    monkeypatch.setattr(channel, "has_bit_rate", False)
    with pytest.raises(FirmwareError, match="does not answer; test board: no break"):
        load(connect(channel), Image.parse(image_data(habit=HANGS)))


def test_firmware_that_hangs_on_a_board_that_knows_no_break(fake, monkeypatch):
    channel = Channel(fake, limit=60.0)
    monkeypatch.setattr(channel, "send_break", lambda: None)
    with pytest.raises(FirmwareError, match="does not answer; test board: the board has stopped answering"):
        load(connect(channel), Image.parse(image_data(habit=HANGS)))


def test_firmware_that_crashes_as_it_begins(fake):
    session = connect(Channel(fake, limit=60.0))
    with pytest.raises(FirmwareError, match=r"4 attempts: .* it crashes"):
        load(session, Image.parse(image_data(habit=CRASHES)))
    assert solves(session)


def test_firmware_that_does_not_obey(fake, image):
    """It answers, but RESTART is nothing to it."""
    session = connect(Channel(fake))
    stubborn = Image.parse(image_data(firmware=5, habit=STAYS))
    assert load(session, stubborn).firmware == 5
    assert load(session, image).firmware == image.firmware
    load(session, stubborn)
    assert not restore(session).loaded


def test_firmware_that_does_not_obey_and_a_break_that_does_not_reach_it(fake, monkeypatch):
    channel = Channel(fake)
    session = connect(channel)
    load(session, Image.parse(image_data(habit=STAYS)))
    monkeypatch.setattr(channel, "send_break", lambda: None)
    with pytest.raises(FirmwareError, match="no break reaches the board: switch it off and on"):
        restore(session)


def test_firmware_that_hangs_later(fake, image):
    """Where it is told, so is the way out, and that works."""
    session = connect(Channel(fake))
    load(session, image)
    fake._habit = HANGS
    with pytest.raises(BoardError, match=r"test board: the board has stopped answering; .* --restore"):
        list(solve(session, [Job(PUZZLE)]))
    assert not restore(session).loaded
    assert solves(session)


def test_firmware_that_crashes_later(fake, image):
    """Nothing is passed off as its work that the board's own one has done."""
    session = connect(Channel(fake))
    load(session, image)
    outcomes = solve(session, [Job(PUZZLE)] * 3)
    assert next(outcomes).verified
    fake._become(None)
    with pytest.raises(BoardError, match="test board: the loaded firmware has ended"):
        assert all(outcome.lost for outcome in outcomes)


# A line that does harm


@pytest.mark.parametrize("kind", [Loaded, Started])
def test_an_answer_to_loading_is_lost(board, monkeypatch, image, kind):
    session = connect(Channel(board))
    session.identify()
    drop(monkeypatch, board, kind)
    assert load(session, image).firmware == image.firmware
    assert solves(session)


def test_the_answer_to_restart_is_lost(board, monkeypatch, image):
    session = connect(Channel(board))
    load(session, image)
    drop(monkeypatch, board, Started)
    assert not restore(session).loaded
    assert solves(session)


def test_the_answer_is_lost_at_another_bit_rate(board, monkeypatch, image):
    """The board is back at its build's rate, and the host finds it there."""
    channel = Channel(board)
    session = connect(channel)
    session.change_rate(2_500_000)
    drop(monkeypatch, board, Started)
    assert load(session, image).loaded
    assert board.bit_rate == channel.bit_rate == 1_000_000


def test_a_byte_that_changes_on_the_board(fake, monkeypatch, image):
    """No CRC of a frame tells of it; that of the image does, and all is sent again."""
    session, load_piece = connect(Channel(fake)), fake._load
    flips = iter([1])

    def flip(request):
        answer = load_piece(request)
        fake.memory[100] ^= next(flips, 0)
        return answer

    monkeypatch.setattr(fake, "_load", flip)
    heard = []
    assert load(session, image, heard.append).firmware == image.firmware
    assert heard == 2 * [0, 1024, 2048, 3000]


@pytest.mark.parametrize("kind", [Load, Start, Restart])
def test_a_board_that_resets_itself_on_the_way(fake, monkeypatch, kind):
    """At any step; what it held by then is gone."""
    session = connect(Channel(fake))
    load(session, Image.parse(image_data(firmware=1)))
    answer, resets = fake._answer, [kind]

    def reset(session, sequence, request):
        if resets and isinstance(request, resets[0]):
            resets.clear()
            fake.reset()
        return answer(session, sequence, request)

    monkeypatch.setattr(fake, "_answer", reset)
    image = Image.parse(image_data(firmware=2))
    assert load(session, image).firmware == 2
    assert fake._image == image.data


def test_a_board_that_resets_itself_all_the_time(fake, monkeypatch, image):
    session = connect(Channel(fake))
    monkeypatch.setattr(fake, "_load", lambda request: Refused(Reason.NO_SESSION))
    with pytest.raises(FirmwareError, match="4 attempts: the board forgets"):
        load(session, image)


@pytest.mark.parametrize("seed", range(20))
def test_a_cable_that_is_pulled(board, seed):
    """Plugged in again, the board takes an image as if nothing had been."""
    channel = Channel(board, seed=seed, dies_at=0.001 + seed / 200)
    image = Image.parse(image_data(4096))
    with pytest.raises(LinkError, match="test board: the connection was lost"):
        load(connect(channel), image)
        channel.dies_at = channel.now
        channel.read()
    session = connect(Channel(board))
    assert load(session, image).loaded
    assert solves(session)


def test_a_board_that_falls_silent_on_the_way(fake, monkeypatch, image):
    """It is told in seconds."""
    channel = Channel(fake, limit=60.0)

    def die(request):
        fake._habit = HANGS
        return Refused(Reason.NO_SESSION)

    monkeypatch.setattr(fake, "_load", die)
    with pytest.raises(BoardError, match="test board: the board has stopped answering"):
        load(connect(channel), image)
    assert channel.now < TIMEOUT + 1.0


def run(board, seed, faults):
    """Some images after each other over a faulty line: each runs as it is, or an error says that it does not.

    Returns
    -------
    bool
        Whether all of them came to run.
    """
    rng = random.Random(seed)
    board.reset()
    channel = Channel(board, faults, seed, limit=1000.0)
    session = connect(channel)
    try:
        if rng.random() < 0.3:
            session.change_rate(2_500_000)
        for _ in range(rng.randrange(1, 4)):
            image = Image.parse(image_data(4 * rng.randrange(5, 1025), firmware=rng.getrandbits(32)))
            identity = load(session, image)
            assert (identity.firmware, identity.loaded) == (image.firmware, True)
            if faults.reset == 0:
                assert session.identify() == identity
        if rng.random() < 0.5:
            assert not restore(session).loaded
    except (LinkError, FirmwareError):
        return False
    return True


@pytest.mark.parametrize("kind", ["cut", "drop", "lose", "flip", "repeat", "delay", "noise"])
def test_one_kind_of_harm(board, kind):
    """A tenth of all pieces are harmed: hardly anything fails."""
    came_through = [run(board, seed, Faults(**{kind: 0.1})) for seed in range(60)]
    assert sum(came_through) >= 59


def test_every_kind_of_harm_at_once(board):
    faults = Faults(cut=0.2, drop=0.03, lose=0.03, flip=0.03, repeat=0.05, delay=0.05, noise=0.05)
    came_through = [run(board, seed, faults) for seed in range(150)]
    assert sum(came_through) >= 147


def test_a_line_that_is_hardly_one(board):
    """Most frames are lost: some images do not come to run, and nothing hangs."""
    faults = Faults(cut=0.3, drop=0.2, lose=0.1, flip=0.2, repeat=0.2, delay=0.3, noise=0.2)
    came_through = [run(board, seed, faults) for seed in range(60)]
    assert True in came_through and False in came_through


def test_a_board_that_resets_itself(board):
    """About every ten seconds, at any moment."""
    faults = Faults(drop=0.02, flip=0.02, reset=0.001)
    came_through = [run(board, seed, faults) for seed in range(100)]
    assert sum(came_through) >= 95
