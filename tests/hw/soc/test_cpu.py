# amaranth: UnusedElaboratable=no
"""The CPU on the bus, with programs put together here: what it computes, and in how many clocks."""

from itertools import pairwise

import pytest
from amaranth.hdl import Module
from amaranth.lib.wiring import connect
from amaranth.sim import Simulator
from amaranth_soc.wishbone.sram import WishboneSRAM

from rowloom.hw.soc.bus import Interconnect
from rowloom.hw.soc.cpu import CPU
from rowloom.hw.soc.leds import StatusLeds

RAM_BYTES = 4096
RESULT, DONE = 0x7F8, 0x7FC
# Registers of the programs.
ZERO, A, B, TO, LOOPS = 0, 5, 6, 7, 8


def word(value):
    return value & 0xFFFF_FFFF


def signed(value):
    return (word(value) ^ 1 << 31) - (1 << 31)


def r_type(funct3, funct7, rd, rs1, rs2):
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x33


def i_type(opcode, funct3, rd, rs1, immediate):
    return (immediate & 0xFFF) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def addi(rd, rs1, immediate):
    return i_type(0x13, 0b000, rd, rs1, immediate)


def store(rs2, address):
    return (address >> 5) << 25 | rs2 << 20 | ZERO << 15 | 0b010 << 12 | (address & 31) << 7 | 0x23


def branch(funct3, rs1, rs2, offset):
    bits = offset & 0x1FFF
    return ((bits >> 12) << 31 | (bits >> 5 & 63) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12
            | (bits >> 1 & 15) << 8 | (bits >> 11 & 1) << 7 | 0x63)


def load_immediate(rd, value):
    """``lui`` and ``addi``."""
    upper = word(value + 0x800) >> 12
    return [upper << 12 | rd << 7 | 0x37, addi(rd, rd, value)]


BEQ, BNE, BLT, BGE, BLTU, BGEU = 0b000, 0b001, 0b100, 0b101, 0b110, 0b111
REGISTER = {  # funct3, funct7
    "add": (0b000, 0), "sub": (0b000, 32), "xor": (0b100, 0), "srl": (0b101, 0), "sra": (0b101, 32),
    "or": (0b110, 0), "and": (0b111, 0),
    "mul": (0b000, 1), "mulh": (0b001, 1), "mulhsu": (0b010, 1), "mulhu": (0b011, 1),
    "div": (0b100, 1), "divu": (0b101, 1), "rem": (0b110, 1), "remu": (0b111, 1),
}
LOADS = {"lb": 0b000, "lh": 0b001, "lw": 0b010, "lbu": 0b100, "lhu": 0b101}


def run(program, limit):
    """What the program writes, up to ``DONE``: (clock, byte address, word) for each."""
    ram = WishboneSRAM(size=RAM_BYTES, data_width=32, granularity=8, init=program)
    leds = StatusLeds()
    cpu = CPU()
    interconnect = Interconnect(ram.wb_bus, leds.bus)
    m = Module()
    m.submodules += [ram, leds, cpu, interconnect]
    for ours, theirs in ((cpu.ibus, interconnect.ibus), (cpu.dbus, interconnect.dbus)):
        connect(m, ours, theirs)
    writes = []

    async def testbench(ctx):
        bus = cpu.dbus
        trigger = ctx.tick().sample(bus.ack, bus.we, bus.adr, bus.dat_w)
        for clock in range(limit):
            *_, acknowledged, writing, address, value = await trigger
            if acknowledged and writing:
                writes.append((clock, 4 * address, value))
                if 4 * address == DONE:
                    return
        pytest.fail(f"not done after {limit} clocks")

    sim = Simulator(m)
    sim.add_clock(1e-6)
    sim.add_testbench(testbench)
    sim.run()
    return writes


def quotient(a, b):
    """Towards zero, as in C."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def expected(a, b):
    """What RV32IM says, without regard to how a divider works."""
    sa, sb, ua, ub = signed(a), signed(b), word(a), word(b)
    results = {
        "add": a + b, "sub": a - b, "xor": a ^ b, "or": a | b, "and": a & b,
        "srl": ua >> (ub & 31), "sra": sa >> (ub & 31),
        "mul": a * b, "mulh": sa * sb >> 32, "mulhsu": sa * ub >> 32, "mulhu": ua * ub >> 32,
        "div": quotient(sa, sb) if sb else -1, "divu": ua // ub if ub else -1,
        "rem": sa - sb * quotient(sa, sb) if sb else a, "remu": ua % ub if ub else a,
    }
    return {name: word(result) for name, result in results.items()}


def test_arithmetic():
    """Every operation on small, large and negative numbers; division by zero, and the one that overflows."""
    lowest = -1 << 31
    pairs = [
        (7, 2), (-7, 2), (7, -2), (1234567, 1000), (-1, 1), (5, 0), (-5, 0), (0, 0), (0, 3), (lowest, -1), (lowest, 1),
        (0x7FFF_FFFF, lowest),
    ]
    program, answers = [], []
    for a, b in pairs:
        program += [*load_immediate(A, a), *load_immediate(B, b)]
        for name, (funct3, funct7) in REGISTER.items():
            program += [r_type(funct3, funct7, TO, A, B), store(TO, RESULT)]
            answers.append((name, a, b, expected(a, b)[name]))
    program.append(store(ZERO, DONE))
    assert 4 * len(program) <= RESULT
    results = [value for _, _, value in run(program, 8000)[:-1]]
    assert [(name, a, b, value) for (name, a, b, _), value in zip(answers, results, strict=True)] == answers


def clocks_of(blocks):
    """How many clocks each block of instructions takes when it is in the cache; A is 5, B is 3."""
    body = [store(ZERO, RESULT)]
    for block in blocks:
        body += [*block, store(ZERO, RESULT)]
    program = [
        addi(A, ZERO, 5), addi(B, ZERO, 3), addi(LOOPS, ZERO, 2),
        *body,
        addi(LOOPS, LOOPS, -1), branch(BNE, LOOPS, ZERO, -4 * (len(body) + 1)),
        store(ZERO, DONE),
    ]
    clocks = [clock for clock, *_ in run(program, 8000)[:-1]][len(blocks) + 1:]
    return [after - before for before, after in pairwise(clocks)]


def test_only_divisions_start_the_divider():
    """The divider takes more than 32 clocks; what has the same ``funct3`` takes as many as what has not."""
    def eight(name):
        return [r_type(*REGISTER[name], TO, A, B)] * 8

    def not_taken(funct3, left, right):
        return [branch(funct3, left, right, 8)] * 8

    def loads(name):
        return [i_type(0x03, LOADS[name], TO, ZERO, 0)] * 8

    blocks = {
        "add": eight("add"), "add twice": eight("add") * 2, "div": eight("div"),
        **{name: eight(name) for name in ("xor", "srl", "sra", "or", "and", "mul")},
        "xori": [i_type(0x13, 0b100, TO, A, 1)] * 8, "srli": [i_type(0x13, 0b101, TO, A, 1)] * 8,
        "ori": [i_type(0x13, 0b110, TO, A, 1)] * 8, "andi": [i_type(0x13, 0b111, TO, A, 1)] * 8,
        "beq": not_taken(BEQ, A, B), "blt": not_taken(BLT, A, B), "bge": not_taken(BGE, B, A),
        "bltu": not_taken(BLTU, A, B), "bgeu": not_taken(BGEU, B, A),
        **{name: loads(name) for name in LOADS},
    }
    clocks = dict(zip(blocks, clocks_of(blocks.values()), strict=True))
    assert clocks["add twice"] - clocks["add"] == 8
    assert clocks["div"] - clocks["add"] > 8 * 32
    for name in ("xor", "srl", "sra", "or", "and", "mul", "xori", "srli", "ori", "andi",
                 "beq", "blt", "bge", "bltu", "bgeu"):
        assert clocks[name] == clocks["add"], name
    for name in ("lh", "lw", "lbu", "lhu"):
        assert clocks[name] == clocks["lb"], name
    assert clocks["lb"] < 8 * 5


def test_a_division_that_is_jumped_over_does_not_start():
    after_jump, plain = clocks_of([
        [branch(BEQ, ZERO, ZERO, 8), r_type(*REGISTER["div"], TO, A, B), addi(TO, ZERO, 1)],
        [branch(BEQ, ZERO, ZERO, 8), addi(TO, ZERO, 1), addi(TO, ZERO, 1)],
    ])
    assert after_jump == plain


def test_accesses_leave_the_bus_free_for_a_clock():
    """From a write to the next access are a register's three clocks and one more: the checker counts on it."""
    registers = 0x1000_0000
    program = [
        *load_immediate(A, registers), addi(LOOPS, ZERO, 2),
        *([A << 15 | 0b010 << 12 | 0x23] * 4),
        addi(LOOPS, LOOPS, -1), branch(BNE, LOOPS, ZERO, -4 * 5),
        store(ZERO, DONE),
    ]
    clocks = [clock for clock, address, _ in run(program, 1000) if address == registers][4:]
    assert [after - before for before, after in pairwise(clocks)] == [4, 4, 4]
