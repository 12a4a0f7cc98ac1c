"""Another firmware over the link: images good and bad, lines that harm them, and every way back."""

import random
import re

import pytest

from rowloom.host.board import Board, BoardError
from rowloom.host.firmware import FirmwareError, Image, load, restore
from rowloom.host.job import Job
from rowloom.host.link import LinkError
from rowloom.host.protocol import (
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
from rowloom.host.puzzles.slitherlink import Slitherlink

PATIENCE, RESEND = 10.0, 0.3
PUZZLE = Slitherlink("p", 2, 2, ((3, 3), (None, None)))
SOLVED = Result(Status.SOLVED, True, 2, 2, 1, (1, 1, 1), (b"\3\0",))


def failing(kind, message):
    return pytest.raises(kind, match=f"^{re.escape(message)}$")


def connect(channel):
    return Board(channel, PATIENCE, RESEND, channel.clock)


@pytest.fixture
def fake(wire):
    """A board of this side's making."""
    return wire.FakeBoard(lambda request: (SOLVED, 0.2))


@pytest.fixture(params=["fake board", "firmware"])
def board(request):
    """That, or the real firmware."""
    return request.getfixturevalue("native" if request.param == "firmware" else "fake")


@pytest.fixture
def image(wire):
    return Image.parse(wire.image())


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
    (outcome,) = session.solve([Job(PUZZLE)])
    return outcome.verified


# Images


def test_image(wire):
    image = Image.parse(wire.image(3000, 0x01020304, 0xFFEEDDCC))
    assert (len(image.data), image.interface, image.firmware) == (3000, 0x01020304, 0xFFEEDDCC)


@pytest.mark.parametrize("size", [0, 12, 3001])
def test_no_image_of_that_size(wire, size):
    with failing(
        FirmwareError,
        f"no firmware image: one has whole words of 4 bytes, at least 4 of them, and this has {size} bytes",
    ):
        Image.parse(wire.image(4000)[:size])


def test_no_image_without_the_magic_number(wire):
    with failing(FirmwareError, "no firmware image: one has 4c574f52 at byte 4, and this has 2e464c45"):
        Image.parse(wire.image(magic=b"ELF."))


# All goes well


@pytest.mark.parametrize("size", [20, 1024, 1028, 4096])
def test_load_and_restore(wire, board, size):
    session = connect(wire.Channel(board))
    image, heard = Image.parse(wire.image(size)), []
    identity = load(session, image, heard.append)
    assert identity == session.identify()
    assert (identity.firmware, identity.interface, identity.loaded) == (image.firmware, image.interface, True)
    assert heard == [*range(0, size, 1024), size]
    assert solves(session)

    identity = restore(session)
    assert (identity.firmware, identity.loaded) == (wire.OWN_FIRMWARE, False)
    assert solves(session)


def test_the_board_holds_what_was_sent(wire, fake, image):
    load(connect(wire.Channel(fake)), image)
    assert fake.memory[:3000] == image.data
    assert fake.heard.count(Load) == 3 and fake.heard.count(Start) == 1


def test_one_image_after_the_other(wire, board):
    session = connect(wire.Channel(board))
    for firmware in (1, 2, 2, 1):
        assert load(session, Image.parse(wire.image(firmware=firmware))).firmware == firmware
        assert solves(session)


def test_restore_what_was_never_replaced(wire, board):
    assert not restore(connect(wire.Channel(board))).loaded


def test_load_at_another_bit_rate(wire, board, image):
    """A firmware begins at the build's rate, and so does the host with it."""
    channel = wire.Channel(board)
    session = connect(channel)
    session.change_rate(2_500_000)
    assert load(session, image).loaded
    assert board.bit_rate == channel.bit_rate == 1_000_000
    session.change_rate(2_500_000)
    assert not restore(session).loaded
    assert board.bit_rate == channel.bit_rate == 1_000_000


def test_load_while_a_puzzle_is_searched(wire, board, image):
    session = connect(wire.Channel(board))
    next(session.solve([Job(PUZZLE)] * 4))
    assert load(session, image).loaded
    assert solves(session)


# What a board does not run


def test_another_interface_is_not_even_sent(wire, fake):
    session = connect(wire.Channel(fake))
    with failing(
        FirmwareError,
        "made for another build of the gateware (interface 00000001; this board's is 1a2b3c4d): use the sources"
        " that the board was built from, or build and flash the board again from those of the firmware",
    ):
        load(session, Image.parse(wire.image(interface=1)))
    assert Load not in fake.heard


@pytest.mark.parametrize("change, message", [
    ({"interface": 1}, "made for another build of the gateware"),
    ({"magic": b"ELF."}, "gave up after 4 attempts: it arrives damaged"),
])  # fmt: skip
def test_the_board_checks_too(wire, board, change, message):
    """Whatever the host takes it for."""
    session = connect(wire.Channel(board))
    with failing(FirmwareError, message):
        load(session, Image(wire.image(**change), wire.INTERFACE, 7))
    assert not session.identify().loaded
    assert solves(session)


def test_too_large(wire, board):
    session = connect(wire.Channel(board))
    with failing(FirmwareError, "too large for the board"):
        load(session, Image.parse(wire.image(4100)))
    assert not session.identify().loaded
    assert solves(session)


def test_a_board_that_cannot_load(wire, fake, monkeypatch, image):
    monkeypatch.setattr(fake, "_load", lambda request: Refused(Reason.UNKNOWN_KIND))
    with failing(FirmwareError, "the board's own firmware cannot load another one"):
        load(connect(wire.Channel(fake)), image)


def test_a_refusal_that_nobody_expects(wire, fake, monkeypatch, image):
    monkeypatch.setattr(fake, "_load", lambda request: Refused(Reason.MALFORMED))
    with failing(FirmwareError, "test board: the board refuses (reason 3)"):
        load(connect(wire.Channel(fake)), image)


# Firmware that does not do what it should


def test_firmware_that_hangs(wire, fake):
    """It never answers: a break brings the board's own one back, within seconds."""
    channel = wire.Channel(fake, limit=60.0)
    session = connect(channel)
    with failing(
        FirmwareError,
        "it was started, but does not answer: it hangs. The board was restarted, and its own firmware runs",
    ):
        load(session, Image.parse(wire.image(habit=wire.HANGS)))
    assert channel.now < PATIENCE
    assert not session.identify().loaded
    assert solves(session)


def test_firmware_that_hangs_at_a_socket(wire, fake, monkeypatch):
    channel = wire.Channel(fake, limit=60.0)
    monkeypatch.setattr(channel, "has_bit_rate", False)
    with failing(FirmwareError, "it was started, but does not answer; test board: no break"):
        load(connect(channel), Image.parse(wire.image(habit=wire.HANGS)))


def test_firmware_that_hangs_on_a_board_that_knows_no_break(wire, fake, monkeypatch):
    channel = wire.Channel(fake, limit=60.0)
    monkeypatch.setattr(channel, "send_break", lambda: None)
    with failing(
        FirmwareError,
        "it was started, but does not answer; test board: the board has stopped answering; is it still connected"
        " and powered?",
    ):
        load(connect(channel), Image.parse(wire.image(habit=wire.HANGS)))


def test_firmware_that_crashes_as_it_begins(wire, fake):
    session = connect(wire.Channel(fake, limit=60.0))
    with failing(
        FirmwareError,
        "gave up after 4 attempts: it was started, but the board's own firmware runs: it crashes as soon as it"
        " begins",
    ):
        load(session, Image.parse(wire.image(habit=wire.CRASHES)))
    assert solves(session)


def test_firmware_that_does_not_obey(wire, fake, image):
    """It answers, but RESTART is nothing to it."""
    session = connect(wire.Channel(fake))
    stubborn = Image.parse(wire.image(firmware=5, habit=wire.STAYS))
    assert load(session, stubborn).firmware == 5
    assert load(session, image).firmware == image.firmware
    load(session, stubborn)
    assert not restore(session).loaded


def test_firmware_that_does_not_obey_and_a_break_that_does_not_reach_it(wire, fake, monkeypatch):
    channel = wire.Channel(fake)
    session = connect(channel)
    load(session, Image.parse(wire.image(habit=wire.STAYS)))
    monkeypatch.setattr(channel, "send_break", lambda: None)
    with failing(
        FirmwareError,
        "the loaded firmware does not make way, and no break reaches the board: switch it off and on",
    ):
        restore(session)


def test_firmware_that_hangs_later(wire, fake, image):
    """Where it is told, so is the way out, and that works."""
    session = connect(wire.Channel(fake))
    load(session, image)
    fake._habit = wire.HANGS
    with failing(
        BoardError,
        "test board: the board has stopped answering; if the loaded firmware hangs, `rowloom firmware --restore`"
        " ends it",
    ):
        list(session.solve([Job(PUZZLE)]))
    assert not restore(session).loaded
    assert solves(session)


def test_firmware_that_crashes_later(wire, fake, image):
    """Nothing is passed off as its work that the board's own one has done."""
    session = connect(wire.Channel(fake))
    load(session, image)
    outcomes = session.solve([Job(PUZZLE)] * 3)
    assert next(outcomes).verified
    fake._become(None)
    with failing(
        BoardError,
        "test board: the loaded firmware has ended (did it crash?), and the board's own runs",
    ):
        assert all(outcome.lost for outcome in outcomes)


# A line that does harm


@pytest.mark.parametrize("kind", [Loaded, Started])
def test_an_answer_to_loading_is_lost(wire, board, monkeypatch, image, kind):
    session = connect(wire.Channel(board))
    session.identify()
    drop(monkeypatch, board, kind)
    assert load(session, image).firmware == image.firmware
    assert solves(session)


def test_the_answer_to_restart_is_lost(wire, board, monkeypatch, image):
    session = connect(wire.Channel(board))
    load(session, image)
    drop(monkeypatch, board, Started)
    assert not restore(session).loaded
    assert solves(session)


def test_the_answer_is_lost_at_another_bit_rate(wire, board, monkeypatch, image):
    """The board is back at its build's rate, and the host finds it there."""
    channel = wire.Channel(board)
    session = connect(channel)
    session.change_rate(2_500_000)
    drop(monkeypatch, board, Started)
    assert load(session, image).loaded
    assert board.bit_rate == channel.bit_rate == 1_000_000


def test_a_byte_that_changes_on_the_board(wire, fake, monkeypatch, image):
    """No CRC of a frame tells of it; that of the image does, and all is sent again."""
    session, load_piece = connect(wire.Channel(fake)), fake._load
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
def test_a_board_that_resets_itself_on_the_way(wire, fake, monkeypatch, kind):
    """At any step; what it held by then is gone."""
    session = connect(wire.Channel(fake))
    load(session, Image.parse(wire.image(firmware=1)))
    answer, resets = fake._answer, [kind]

    def reset(session, sequence, request):
        if resets and isinstance(request, resets[0]):
            resets.clear()
            fake.reset()
        return answer(session, sequence, request)

    monkeypatch.setattr(fake, "_answer", reset)
    image = Image.parse(wire.image(firmware=2))
    assert load(session, image).firmware == 2
    assert fake._image == image.data


def test_a_board_that_resets_itself_all_the_time(wire, fake, monkeypatch, image):
    session = connect(wire.Channel(fake))
    monkeypatch.setattr(fake, "_load", lambda request: Refused(Reason.NO_SESSION))
    with failing(
        FirmwareError,
        "gave up after 4 attempts: the board forgets what it is told; does it restart (power supply, cable)?",
    ):
        load(session, image)


@pytest.mark.parametrize("seed", range(20))
def test_a_cable_that_is_pulled(wire, board, seed):
    """Plugged in again, the board takes an image as if nothing had been."""
    channel = wire.Channel(board, seed=seed, dies_at=0.001 + seed / 200)
    image = Image.parse(wire.image(4096))
    with failing(LinkError, "test board: the connection was lost (was the cable unplugged?)"):
        load(connect(channel), image)
        channel.dies_at = channel.now
        channel.read()
    session = connect(wire.Channel(board))
    assert load(session, image).loaded
    assert solves(session)


def test_a_board_that_falls_silent_on_the_way(wire, fake, monkeypatch, image):
    """It is told in seconds."""
    channel = wire.Channel(fake, limit=60.0)

    def die(request):
        fake._habit = wire.HANGS
        return Refused(Reason.NO_SESSION)

    monkeypatch.setattr(fake, "_load", die)
    with failing(BoardError, "test board: the board has stopped answering; is it still connected and powered?"):
        load(connect(channel), image)
    assert channel.now < PATIENCE + 1.0


def run(wire, board, seed, faults):
    """Some images after each other over a faulty line: each runs as it is, or an error says that it does not.

    Returns
    -------
    bool
        Whether all of them came to run.
    """
    rng = random.Random(seed)
    board.reset()
    channel = wire.Channel(board, faults, seed, limit=1000.0)
    session = connect(channel)
    try:
        if rng.random() < 0.3:
            session.change_rate(2_500_000)
        for _ in range(rng.randrange(1, 4)):
            image = Image.parse(wire.image(4 * rng.randrange(5, 1025), firmware=rng.getrandbits(32)))
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
def test_one_kind_of_harm(wire, board, kind):
    """A tenth of all pieces are harmed: hardly anything fails."""
    came_through = [run(wire, board, seed, wire.Faults(**{kind: 0.1})) for seed in range(60)]
    assert sum(came_through) >= 59


def test_every_kind_of_harm_at_once(wire, board):
    faults = wire.Faults(cut=0.2, drop=0.03, lose=0.03, flip=0.03, repeat=0.05, delay=0.05, noise=0.05)
    came_through = [run(wire, board, seed, faults) for seed in range(150)]
    assert sum(came_through) >= 147


def test_a_line_that_is_hardly_one(wire, board):
    """Most frames are lost: some images do not come to run, and nothing hangs."""
    faults = wire.Faults(cut=0.3, drop=0.2, lose=0.1, flip=0.2, repeat=0.2, delay=0.3, noise=0.2)
    came_through = [run(wire, board, seed, faults) for seed in range(60)]
    assert True in came_through and False in came_through


def test_a_board_that_resets_itself(wire, board):
    """About every ten seconds, at any moment."""
    faults = wire.Faults(drop=0.02, flip=0.02, reset=0.001)
    came_through = [run(wire, board, seed, faults) for seed in range(100)]
    assert sum(came_through) >= 95
