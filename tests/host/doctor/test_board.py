"""The doctor's tests of a board and its line, over a session. Some of the boards and lines are faulty."""

import math

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.engine import Size
from rowloom.host.doctor import Verdict
from rowloom.host.doctor.board import examine
from rowloom.host.wire.protocol import Part, Status
from support.channel import IDENTITY, Channel, _Line, connect
from support.doctor import healthy_board
from support.says import Says

BUILD = IDENTITY.build.hex()
RATES = "1,000,000", "2,000,000", "3,000,000"
PASSED = {"build": "ok", **{f"line at {rate} bit/s": "ok" for rate in RATES}, "RAM": "ok", "ROM": "ok", "CPU": "ok",
          "engine deducer": "ok"}  # fmt: skip


class Flipping(_Line):
    """One direction of a line. After ten pieces of data without faults, a bit of every tenth piece is flipped."""

    def __init__(self, rng):
        super().__init__(rng)
        self._rng, self._number = rng, 0

    def send(self, data, now):
        self._number += 1
        if self._number > 10 and self._number % 10 == 0:
            at = self._rng.randrange(len(data))
            data = data[:at] + bytes([data[at] ^ 1 << self._rng.randrange(8)]) + data[at + 1 :]
        super().send(data, now)


def examined(a_board, build=BUILD, highest_rate=math.inf, seconds=0.5, **line):
    channel = Channel(a_board, limit=1000.0, **line)
    channel.highest_rate = highest_rate
    return list(examine(connect(channel), build, seconds=seconds))


def faults(diagnoses):
    return {one.test: one.text for one in diagnoses if one.verdict is Verdict.FAULT}


def test_a_board_without_faults():
    diagnoses = examined(healthy_board(), seconds=6.0)
    assert {one.test: one.verdict for one in diagnoses} == PASSED
    line = diagnoses[1].figures
    assert line["frames"] > 20 and line["bits"] == 2500 * line["frames"]
    assert diagnoses[-1].figures["cycles"] == ENGINES["deducer"].self_test.cycles


@pytest.mark.parametrize("name", [name for name, engine in ENGINES.items() if engine.self_test])
def test_every_self_test_fits_its_engine(name):
    diagnosis = examined(healthy_board(engines=(name,)))[-1]
    assert (diagnosis.test, diagnosis.verdict) == (f"engine {name}", Verdict.PASSED)
    assert len(ENGINES[name].self_test.counters) == len(ENGINES[name].counters)


@pytest.mark.parametrize("part, wrong, test, said", [
    (Part.RAM, 1 << 7, "RAM", Says("bit 7")), (Part.RAM, 0x8000_0001, "RAM", Says("bit 0, 31")),
    (Part.RAM, 0xFFFF_FFFF, "RAM", Says("address")), (Part.ROM, 4, "ROM", Says("0x00000004")),
    (Part.CPU, 1, "CPU", Says("8 of 8")),
])  # fmt: skip
def test_bad_memories_and_cpus(part, wrong, test, said):
    a_board = healthy_board()
    a_board.faults = {part: wrong}
    assert faults(examined(a_board)) == {test: said}


@pytest.mark.parametrize("changes, said", [
    ({"status": Status.LIMIT, "complete": False, "solutions": ()}, Says("within 290,900 cycles")),
    ({"status": Status.NO_SOLUTION, "solutions": ()}, Says("no solution")),
    ({"solutions": (bytes(13),)}, Says("answer is wrong")),
    ({"complete": False}, Says("second solution")),
    ({"cycles": 2910}, Says("2,910 cycles instead of 2,909")),
    ({"counters": (1, 37, 1837, 2109, 374, 41, 380)}, Says("flooding 41 instead of 40")),
])  # fmt: skip
def test_bad_engines(changes, said):
    assert faults(examined(healthy_board(lambda result: result._replace(**changes)))) == {"engine deducer": said}


@pytest.mark.parametrize("lines, lost, said", [
    ((Flipping, _Line), "lost_to_board", Says("damaged on the way to the board")),
    ((_Line, Flipping), "lost_from_board", Says("damaged on the way from the board")),
])  # fmt: skip
def test_a_line_that_flips_bits(lines, lost, said):
    """The diagnosis names the direction in which frames are lost, and the share of lost frames, about a tenth."""
    ends = iter(lines)
    found = examined(healthy_board(), seconds=6.0, line=lambda rng: next(ends)(rng))
    assert (found[1].verdict, found[1].text) == (Verdict.FAULT, said)
    figures = found[1].figures
    assert 0.04 < figures[lost] / figures["frames"] < 0.25
    assert sum(figures[name] for name in ("lost_to_board", "lost_from_board", "changed")) == figures[lost]


def test_a_rate_that_the_line_does_not_carry():
    found = faults(examined(healthy_board(), highest_rate=2_500_000))
    assert found == {"line at 3,000,000 bit/s": Says("the board's divisor")}


def test_bytes_that_change_on_the_board():
    a_board = healthy_board()
    a_board.changes = lambda data: data and bytes([data[0] ^ 1]) + data[1:]
    found = faults(examined(a_board))
    assert found and all("memory is bad" in text for text in found.values())


def test_an_old_board():
    a_board = healthy_board()
    a_board.faults = None
    found = examined(a_board)
    assert not faults(found)
    assert [(one.verdict, one.test) for one in found] == [
        ("ok", "build"), ("skipped", "line, memories, CPU"), ("ok", "engine deducer")]
    assert "build it again" in found[1].text


def test_engines_without_a_test():
    diagnosis = examined(healthy_board(size=Size(5, 5)))[-1]
    assert (diagnosis.verdict, diagnosis.text) == (Verdict.SKIPPED, Says("10x10", "too large"))


def test_a_board_that_restarts():
    assert faults(examined(healthy_board(), resets=0.1))


def test_a_cable_that_is_unplugged():
    assert faults(examined(healthy_board(), dies_at=0.3)) == {"link": Says("cable")}
