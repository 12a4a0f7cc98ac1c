"""Faults that are put into a simulated board, and what ``rowloom doctor`` says about each of them.

``python -m support.faults.verdicts`` in the folder ``tests`` prints the table in docs/lab/faults.md.
"""

import io
import json
import random
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from rowloom.host.cli.doctor import DoctorOptions, run
from support.builds import write
from support.faults.board import FaultyBoard, firmware

__all__ = ["FAULTS", "examined", "main"]

_BOARD = "orangecrab-25f"
"""openFPGALoader cannot reach this board while a bitstream runs, so the doctor does not try to read the FPGA's code."""

_CACHE_WORDS = 1024
_SHIFT = 0xFE00_707F, 0x4000_5033
"""A mask, and the bits in this mask, of the instruction that shifts a signed number to the right (``sra``). In bit 30,
it differs from the instruction for unsigned numbers (``srl``)."""

_FREE = range(3072, 3584)
"""Words of the RAM that the firmware does not use during the doctor's tests."""


def _instruction_executed_wrongly(board: FaultyBoard) -> None:
    """Let a bit in the instruction cache be stuck, so that a ``sra`` becomes a ``srl``. The firmware has only one."""
    mask, bits = _SHIFT
    (word,) = (number for number, code in enumerate(firmware()) if code & mask == bits)
    board.hold("cpu fetch icache way_0 dat_mem", 30, 0, word=word % _CACHE_WORDS)


def _noise(board: FaultyBoard) -> None:
    """Let the line to the board invert a bit in one of 1,000 bytes, on average."""
    rng = random.Random(1)
    board.to_board = lambda data: bytes(byte ^ (1 << rng.randrange(8) if rng.random() < 0.001 else 0) for byte in data)


def _in_first_state(part: str, bits: int) -> Callable[[FaultyBoard], None]:
    """Hold a state machine in its first state."""
    def put_in(board: FaultyBoard) -> None:
        for bit in range(bits):
            board.hold(part, bit, 0)

    return put_in


FAULTS: dict[str, Callable[[FaultyBoard], None]] = {
    "a bit of a word of the RAM is stuck at 1": lambda board: board.hold("ram mem", 7, 1, word=_FREE[0]),
    "a bit of a word of the RAM is stuck at 0": lambda board: board.hold("ram mem", 31, 0, word=_FREE[-1]),
    "a bit of the address does not reach a part of the RAM":
        lambda board: board.disconnect_address("ram mem", 5, _FREE),
    "a bit of the ROM is wrong": lambda board: board.flip("rom mem", 7, word=len(firmware()) - 2),
    "a bit of the instruction cache is stuck, so that an instruction is wrong": _instruction_executed_wrongly,
    # The divisor is 54 instead of 50, and always has this bit set.
    "a bit of the UART's divisor is stuck": lambda board: board.hold("port registers divisor clocks _storage", 2, 1),
    # The adapter's TX is connected to the board's TX, so neither end receives anything.
    "RX and TX are swapped": lambda board: setattr(board, "to_board", lambda data: b""),
    # The board misses bits of fewer than 20 clocks; at 3 Mbit/s, a bit has 17.
    "the line to the board misses bits of less than 0.4 µs": lambda board: board.slow_edges(20),
    "the line to the board inverts bits": _noise,
    "an engine never starts": _in_first_state("deducer deducer fsm_state", 4),
    # The first sweep never ends.
    "an engine never ends": _in_first_state("deducer deducer fixpoint sweep fsm_state", 3),
    "an engine returns a wrong bit of its solution": lambda board: board.hold("deducer packer packed__payload", 5, 1),
    "an engine counts wrongly": lambda board: board.hold("deducer deducer counters", 33, 0),
    # The engine always looks ahead in the last row, even if nothing has changed there.
    "an engine does more than it should": lambda board: board.hold("deducer deducer lookahead_rows", 10, 1),
    # The timer never notices that an engine has finished.
    "the timer does not record when an engine has finished": lambda board: board.hold("timer was_busy", 0, 0),
    "the board has another build": lambda board: setattr(board, "expected", "0123456789abcdef"),
}
"""Functions that put a fault into a board, by the fault's description."""

_SECONDS, _NOISY_SECONDS = 0.001, 0.1
"""The duration of the test of the line: at each bit rate two frames and, if the line inverts bits, some more."""


def examined(put_in: Callable[[FaultyBoard], None] = lambda board: None) -> list[dict[str, Any]]:
    """Run ``rowloom doctor`` with a board with a fault, and return its diagnoses."""
    board, seconds = FaultyBoard(), _NOISY_SECONDS if put_in is _noise else _SECONDS
    put_in(board)
    with tempfile.TemporaryDirectory() as folder, board.plugged(), redirect_stdout(io.StringIO()) as output:
        write(Path(folder), board=_BOARD, build=board.expected, loader={"sram": None, "flash": []})
        run(DoctorOptions(board=_BOARD, folder=Path(folder), ports=(board.name,), seconds=seconds, json=True))
    return json.loads(output.getvalue())["diagnoses"]


def main() -> None:
    print("| fault | the doctor's report |\n|---|---|")
    for fault, put_in in FAULTS.items():
        said = [f"{one['test']}: {one['text']}" for one in examined(put_in) if one["verdict"] == "fault"]
        print(f"| {fault} | {'<br>'.join(said) or 'no fault'} |", flush=True)


if __name__ == "__main__":
    main()
