"""Tests of a connected board: of its build, the line, the memories, the CPU, and the engines."""

import random
from collections.abc import Iterator

from rowloom.engines.catalogue import find
from rowloom.engines.engine import Engine, Size
from rowloom.errors import LinkError
from rowloom.host import formats
from rowloom.host.doctor import Diagnosis, fault, passed, skipped
from rowloom.host.doctor.line import Traffic, exchange
from rowloom.host.jobs.engines import counters, engine_name
from rowloom.host.jobs.job import Job, Outcome
from rowloom.host.link.pipeline import solve
from rowloom.host.link.rates import has_rate, rates_of
from rowloom.host.link.session import BoardError, Session
from rowloom.host.puzzles import PuzzleError
from rowloom.host.wire.protocol import Capability, Part, Reason, Refused, Test, Tested

__all__ = ["cpu_result", "examine"]

_WORD = 0xFFFF_FFFF
_ROUNDS, _SEEDS = 256, 8
_PATIENCE = 0.5
_SPREAD = 1 / 8
"""For engines whose search runs on the CPU: the largest accepted deviation from the expected number of cycles, as a
fraction of this number. The search takes more or fewer cycles, depending on the position of the code in the cache, on
the bit rate and on the engine's size. The fast engines always take the same number of cycles."""

_LIMIT = 100
"""The board gives up a test puzzle after the expected number of cycles times this factor."""


def examine(session: Session, build: str | None, seconds: float) -> Iterator[Diagnosis]:
    """Test a board, and yield the diagnoses; after a fault of the link, the remaining tests are left out.

    ``session`` is with SoC 0; the memories, the CPU and the engines of all SoCs are tested. ``build`` is the hash of
    the expected build, if it is known. ``seconds`` is the duration of the test of the line, at all bit rates together.
    """
    try:
        yield _build(session, build)
        has_tests = _number(session, Part.LINE) is not None
        if has_tests:
            yield from _line(session, seconds)
        else:
            yield skipped("line, memories, CPU", "the board's build is older than these tests: build it again with this"
                          " version, and program the board")  # fmt: skip
        for soc in session.socs:
            of_soc = f" of SoC {soc.soc}" if len(session.socs) > 1 else ""
            for diagnosis in _soc(soc, has_tests):
                yield diagnosis._replace(test=diagnosis.test + of_soc)
    except LinkError as error:
        yield fault("link", error)


def _soc(session: Session, has_tests: bool) -> Iterator[Diagnosis]:
    if has_tests:
        yield from _parts(session)
    for capability in session.board.capabilities:
        yield _engine(session, capability)


def _build(session: Session, wanted: str | None) -> Diagnosis:
    board = session.board
    has, figures = board.build.hex(), {"build": board.build.hex(), "clock_hz": board.clock}
    about = f"build {has}, {board.clock / 1e6:g} MHz"
    if wanted is None:
        return passed("build", f"{about}; not compared with a build, because no folder is known", **figures)
    if has != wanted:
        return fault("build", f"{about} answers, but {wanted} was expected: program the board again, and name the right"
                     " port (--port) if several boards are connected", **figures, wanted=wanted)  # fmt: skip
    return passed("build", f"{about}, as expected", **figures)


# The line


def _line(session: Session, seconds: float) -> Iterator[Diagnosis]:
    """Test the line at the board's initial bit rate, and then at each higher rate that the host may switch to.

    If the board answers at another rate than its own, its clock or divisor is wrong, and so are its higher rates.
    """
    base = session.link.bit_rate
    rates = [base, *(reversed(rates_of(session)) if base == session.board.bit_rate else ())]
    for rate in rates:
        test = f"line at {rate:,} bit/s" if has_rate(session) else "line"
        if rate != base:
            try:
                made = session.rate.attempt(rate, _PATIENCE)
            except BoardError as error:
                yield skipped(test, error)
                continue
            if made is None:
                session.identify()
                yield fault(test, "no valid frame arrives at this rate: the adapter or the wires"
                            " are too slow for it, or the board's divisor is wrong", bit_rate=rate)  # fmt: skip
                continue
        yield _traffic(test, rate, exchange(session, seconds / len(rates), max(_PATIENCE, session.round_trip.timeout)))
        if rate != base:
            session.rate.leave()
            session.identify()


def _traffic(test: str, rate: int, traffic: Traffic) -> Diagnosis:
    figures = {"bit_rate": rate, **vars(traffic), "bits": traffic.bits}
    about = f"{traffic.frames:,} frames, {traffic.bits:,} bits each way"
    if traffic.is_clean:
        least = 1 / traffic.error_rate(0)
        return passed(test, f"{about}, no error; fewer than one wrong bit in {least:,.0f}", **figures)
    if traffic.frames < 2:
        return fault(test, "no frame of random bytes has come back", **figures)
    ways = {"to the board": traffic.lost_to_board, "from the board": traffic.lost_from_board}
    lost = [f"{number:,} damaged on the way {words} (one wrong bit in {1 / traffic.error_rate(number):,.0f})"
            for words, number in ways.items() if number]  # fmt: skip
    if traffic.changed:
        lost.append(f"{traffic.changed:,} changed, although their CRC was right, so the board's memory is bad")
    return fault(test, f"{about}: {' and '.join(lost)}", **figures)


# The memories and the CPU


def _number(session: Session, part: Part, number: int = 0) -> int | None:
    """Test a part of the board, and return the number in the board's answer; None if the board does not know this
    test."""
    sequence = random.getrandbits(16)
    answer = session.ask(
        Test(number, part), lambda heard: isinstance(heard, Tested), (Reason.UNKNOWN_KIND, Reason.NO_SESSION),
        session.timeout, sequence,
    )  # fmt: skip
    if isinstance(answer, Tested):
        return answer.number
    if isinstance(answer, Refused):
        if answer.reason == Reason.UNKNOWN_KIND:
            return None
        raise session.error(f"the board restarted during the test of its {part.name}")
    raise session.silence()


def _parts(session: Session) -> Iterator[Diagnosis]:
    wrong = _number(session, Part.RAM)
    bits = [bit for bit in range(32) if wrong and wrong >> bit & 1]
    if wrong == _WORD:
        yield fault("RAM", "in some word, all 32 bits are wrong: an address line or a whole block is dead", wrong=wrong)
    elif bits:
        yield fault("RAM", f"wrong in some word: bit {', '.join(map(str, bits))}, counted from 0", wrong=wrong)
    else:
        yield passed("RAM", "each bit of each word can store 0 and 1, and each address has its own word", wrong=wrong)
    total = _number(session, Part.ROM)
    if total:
        yield fault("ROM", f"the checksum is 0x{total:08x} instead of 0: the firmware is damaged; program the"
                    " board again", sum=total)  # fmt: skip
    else:
        yield passed("ROM", "the checksum is right: the firmware is undamaged", sum=total)
    seeds = [random.getrandbits(32) for _ in range(_SEEDS)]
    if bad := [seed for seed in seeds if _number(session, Part.CPU, seed) != cpu_result(seed)]:
        yield fault("CPU", f"{len(bad)} of {len(seeds)} computations are wrong, the first with the seed 0x{bad[0]:08x}:"
                    " is the clock too fast for this FPGA?", wrong=len(bad))  # fmt: skip
    else:
        yield passed("CPU", f"{len(seeds)} computations of {_ROUNDS} rounds have the right results", wrong=0)


def cpu_result(seed: int) -> int:
    """Return the result of the CPU's test in ``firmware/selftest.c``."""

    def signed(number: int) -> int:
        return number - (number >> 31 << 32)

    x = y = seed
    for _ in range(_ROUNDS):
        x = x + (y << (x & 31)) & _WORD
        y ^= x >> (y & 31)
        x = x - (signed(y) >> (x & 31)) & _WORD
        y = y + (x < y) & _WORD
        y ^= signed(x) < signed(y)
    return x ^ y


# The engines


def _engine(session: Session, capability: Capability) -> Diagnosis:
    """Solve the engine's test puzzle, and compare its cycles and counters with the known values."""
    test, engine = f"engine {engine_name(capability.genre, capability.engine)}", find(*capability[:2])
    if engine is None or engine.self_test is None:
        return skipped(test, "this version of rowloom has no test puzzle for this engine")
    (puzzle,) = formats.read(engine.self_test.puzzle, "self-test", engine.genre.name)
    assert not isinstance(puzzle, PuzzleError)
    if not engine.fits(Size(*capability[2:]), Size(puzzle.rows, puzzle.cols)):
        return skipped(test, f"its test puzzle of {puzzle.rows}x{puzzle.cols} is too large for this build")
    job = Job(puzzle, 2, _LIMIT * engine.self_test.cycles, engine.name, counters=True)
    # The first search loads the firmware's code into the cache; the second always takes the same number of cycles.
    try:
        _, outcome = solve(session, [job, job], most=1)
    except LinkError as error:
        raise LinkError(f"{error} (during the test of the {test})") from error
    return _judged(test, engine, outcome)


def _judged(test: str, engine: Engine, outcome: Outcome) -> Diagnosis:
    known = engine.self_test
    assert known
    figures = {"cycles": outcome.cycles, "counters": dict(outcome.counters)}
    if not outcome.verified:
        return fault(test, outcome.message, **figures)
    if not outcome.unique:
        return fault(test, "it reports a second solution of its test puzzle, which has only one", **figures)
    right = counters(engine, known.counters)
    wrong = [f"{name} {outcome.counters.get(name)} instead of {value}" for name, value in right.items()
             if outcome.counters.get(name) != value]  # fmt: skip
    if wrong:
        return fault(test, f"it solved its test puzzle, but with wrong counters: {', '.join(wrong)}", **figures)
    spread = 0 if engine.fast else _SPREAD * known.cycles
    took = f"it solved its test puzzle in {outcome.cycles:,} cycles"
    if abs((outcome.cycles or 0) - known.cycles) > spread:
        return fault(test, f"{took} instead of {known.cycles:,}", **figures)
    expected = f"about {known.cycles:,}, as" if spread else "as"
    return passed(test, f"{took} ({expected} expected)", **figures)
