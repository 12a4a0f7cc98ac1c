"""Faults are put into a simulated board, with the real gateware and firmware, and ``rowloom doctor`` names them."""

import pytest

from rowloom.host.doctor import Verdict, computer
from rowloom.host.link.ports import Port
from support.faults.board import FaultyBoard
from support.faults.verdicts import FAULTS, examined
from support.says import Says

RATES = [f"line at {rate} bit/s" for rate in ("1,000,000", "2,000,000", "3,000,000")]

SAID = {
    "a bit of a word of the RAM is stuck at 1": {"RAM": Says("bit 7,")},
    "a bit of a word of the RAM is stuck at 0": {"RAM": Says("bit 31,")},
    "a bit of the address does not reach a part of the RAM": {"RAM": Says("an address line")},
    "a bit of the ROM is wrong": {"ROM": Says("0x00000080")},
    "a bit of the instruction cache is stuck, so that an instruction is wrong": {"CPU": Says("computations are wrong")},
    "RX and TX are swapped": {"answer": Says("no answer", "its port? If", "RX and TX may be swapped")},
    "the line to the board misses bits of less than 0.4 µs": {RATES[2]: Says("too slow")},
    "an engine never starts": {"engine deducer": Says("not solved within 290,900 cycles")},
    "an engine never ends": {"link": Says("stopped answering", "the engine deducer")},
    "an engine returns a wrong bit of its solution": {"engine deducer": Says("answer is wrong")},
    "an engine counts wrongly": {"engine deducer": Says("wrong counters: visits 1 instead of 1837")},
    "an engine does more than it should": {"engine deducer": Says("wrong counters: probing 381 instead of 380")},
    "the timer does not record when an engine has finished": {"engine deducer": Says("cycles instead of 2,909")},
    "the board has another build": {"build": Says("0123456789abcdef was expected")},
}
"""For each fault, parts of the texts that the doctor reports, by the test."""

DIVISOR = "a bit of the UART's divisor is stuck"
WRONG_DIVISOR = Says("should answer at 1,000,000", "its divisor is wrong")

pytestmark = pytest.mark.slow  # the board is compiled for these tests alone; each fault takes two to ten seconds


def faults_in(diagnoses):
    return {one["test"]: one["text"] for one in diagnoses if one["verdict"] == "fault"}


def test_a_board_without_faults():
    diagnoses = examined()
    assert not faults_in(diagnoses)
    assert {one["test"]: one["verdict"] for one in diagnoses[1:]} == {
        "FPGA": "skipped", "adapter": "ok", "permission": "ok", "answer": "ok", "build": "ok",
        **dict.fromkeys(RATES, "ok"), "RAM": "ok", "ROM": "ok", "CPU": "ok", "engine checker": "ok",
        "engine deducer": "ok"}  # fmt: skip


@pytest.fixture
def few_rates(monkeypatch):
    """Let the doctor try few bit rates. At 9,600 bit/s, a request takes a million clocks."""
    monkeypatch.setattr(computer, "USUAL_RATES", ())
    monkeypatch.setattr(computer, "_SCANNED", [924_556])


@pytest.mark.parametrize("fault", SAID)
def test_each_fault_is_named(few_rates, fault):
    assert faults_in(examined(FAULTS[fault])) == SAID[fault]


def test_a_wrong_divisor(few_rates):
    """The doctor finds the rate at which the board answers."""
    board = FaultyBoard()
    FAULTS[DIVISOR](board)
    with board.plugged():
        _, diagnosis = computer.answer([Port(board.name, "", "", "")], None, None)
    assert (diagnosis.verdict, diagnosis.text) == (Verdict.FAULT, WRONG_DIVISOR)


def test_a_wrong_divisor_and_all_other_tests():
    """All other tests pass, but only at the rate at which the board answers."""
    diagnoses = examined(FAULTS[DIVISOR])
    assert faults_in(diagnoses) == {"answer": WRONG_DIVISOR}
    assert [one["test"] for one in diagnoses if "line" in one["test"]] == ["line at 921,600 bit/s"]
    assert diagnoses[-1]["test"] == "engine deducer"


def test_noise():
    found = faults_in(examined(FAULTS["the line to the board inverts bits"]))
    assert found.keys() <= set(RATES)
    assert found[RATES[0]] == Says("damaged on the way to the board")
