# amaranth: UnusedElaboratable=no
"""The CPU on the bus, with programs assembled here: what it computes, in how many clocks, and what stops it."""

from itertools import pairwise

import pytest
from amaranth.hdl import Module
from amaranth.lib.wiring import connect
from amaranth.sim import Simulator
from amaranth_soc.wishbone.sram import WishboneSRAM

from rowloom.hw.soc.bus import RAM_BASE, REGISTERS_BASE, Interconnect
from rowloom.hw.soc.cpu import CPU
from rowloom.hw.soc.leds import StatusLeds

MEMORY_BYTES = 4096
RESULT, DONE = 0x7F8, 0x7FC
"""Where programs write what they found out. The ROM there ignores it, but the bus shows it."""


def run(program, limit, loaded=()):
    """What the program writes, up to ``DONE``: (clock, byte address, word) for each; ``loaded`` is in the RAM."""
    rom = WishboneSRAM(size=MEMORY_BYTES, data_width=32, granularity=8, writable=False, init=program)
    ram = WishboneSRAM(size=MEMORY_BYTES, data_width=32, granularity=8, init=loaded)
    leds = StatusLeds()
    cpu = CPU()
    interconnect = Interconnect(rom.wb_bus, ram.wb_bus, leds.bus)
    m = Module()
    m.submodules += [rom, ram, leds, cpu, interconnect]
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


def word(value):
    return value & 0xFFFF_FFFF


def signed(value):
    return (word(value) ^ 1 << 31) - (1 << 31)


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


def test_arithmetic(assembled):
    """Every operation on small, large and negative numbers; division by zero, and the one that overflows."""
    lowest = -1 << 31
    pairs = [
        (7, 2), (-7, 2), (7, -2), (1234567, 1000), (-1, 1), (5, 0), (-5, 0), (0, 0), (0, 3), (lowest, -1), (lowest, 1),
        (0x7FFF_FFFF, lowest),
    ]
    lines, answers = [], []
    for a, b in pairs:
        lines.append(f"li t0, {a}; li t1, {b}")
        for name, answer in expected(a, b).items():
            lines.append(f"{name} t2, t0, t1; sw t2, {RESULT}(zero)")
            answers.append((name, a, b, answer))
    program = assembled("\n".join([*lines, f"sw zero, {DONE}(zero)"]))
    assert 4 * len(program) <= MEMORY_BYTES
    results = [value for _, _, value in run(program, 8000)[:-1]]
    assert [(name, a, b, value) for (name, a, b, _), value in zip(answers, results, strict=True)] == answers


@pytest.fixture
def clocks_of(assembled):
    """How many clocks each block of instructions takes when it is in the cache; t0 is 5, t1 is 3."""
    def clocks_of(blocks):
        program = assembled("\n".join([
            "li t0, 5; li t1, 3; li t3, 2",
            f"again: sw zero, {RESULT}(zero)",
            *(f"{block}; sw zero, {RESULT}(zero)" for block in blocks),
            "addi t3, t3, -1; bnez t3, again",
            f"sw zero, {DONE}(zero)",
        ]))
        clocks = [clock for clock, *_ in run(program, 8000)[:-1]][len(blocks) + 1:]
        return [after - before for before, after in pairwise(clocks)]

    return clocks_of


def test_only_divisions_start_the_divider(clocks_of):
    """The divider takes more than 32 clocks; what has the same ``funct3`` takes as many as what has not."""
    def eight(instruction):
        return "; ".join([instruction] * 8)

    single = {
        **{name: f"{name} t2, t0, t1" for name in ("div", "xor", "srl", "sra", "or", "and", "mul")},
        **{name: f"{name} t2, t0, 1" for name in ("xori", "srli", "ori", "andi")},
        # None of them is taken.
        **{name: f"{name} t0, t1, 1f; 1:" for name in ("beq", "blt", "bltu")},
        **{name: f"{name} t1, t0, 1f; 1:" for name in ("bge", "bgeu")},
        **{name: f"{name} t2, 0(zero)" for name in ("lb", "lh", "lw", "lbu", "lhu")},
    }
    add = "add t2, t0, t1"
    blocks = {"add": eight(add), "add twice": eight(add) + "; " + eight(add), **{
        name: eight(instruction) for name, instruction in single.items()}}
    clocks = dict(zip(blocks, clocks_of(blocks.values()), strict=True))
    assert clocks["add twice"] - clocks["add"] == 8
    assert clocks["div"] - clocks["add"] > 8 * 32
    for name in ("xor", "srl", "sra", "or", "and", "mul", "xori", "srli", "ori", "andi",
                 "beq", "blt", "bge", "bltu", "bgeu"):
        assert clocks[name] == clocks["add"], name
    for name in ("lh", "lw", "lbu", "lhu"):
        assert clocks[name] == clocks["lb"], name
    assert clocks["lb"] < 8 * 5


def test_a_division_that_is_jumped_over_does_not_start(clocks_of):
    after_jump, plain = clocks_of([
        "beqz zero, 1f; div t2, t0, t1; 1: li t2, 1",
        "beqz zero, 1f; li t2, 1; 1: li t2, 1",
    ])
    assert after_jump == plain


def test_accesses_leave_the_bus_free_for_a_clock(assembled):
    """From a write to the next access are a register's three clocks and one more: the checker counts on it."""
    program = assembled(f"""
        li t0, {REGISTERS_BASE}
        li t3, 2
    again:
        {"sw zero, 0(t0); " * 4}
        addi t3, t3, -1
        bnez t3, again
        sw zero, {DONE}(zero)
    """)
    clocks = [clock for clock, address, _ in run(program, 1000) if address == REGISTERS_BASE][4:]
    assert [after - before for before, after in pairwise(clocks)] == [4, 4, 4]


@pytest.mark.parametrize("fence, second", [("fence.i", 2), ("nop", 1)])
@pytest.mark.parametrize("line", [0, 63])
def test_new_instructions_are_seen_after_a_fence(assembled, fence, second, line):
    """Without it the cache still holds the old ones."""
    one, two = assembled("li a0, 1; li a0, 2")
    at = 32 * line
    program = assembled(f"""
        j 1f
        .org 256                    # out of the way: a line holds one of two memories' words
    1:  li s0, {RAM_BASE + at}
        jalr s0
        sw a0, {RESULT}(zero)
        li t0, {two}
        sw t0, 0(s0)
        {fence}
        jalr s0
        sw a0, {RESULT}(zero)
        sw zero, {DONE}(zero)
    """)
    loaded = [*[0] * (at // 4), one, *assembled("ret")]
    results = [value for _, address, value in run(program, 1000, loaded) if address == RESULT]
    assert results == [1, second]


@pytest.mark.parametrize("place", ["ROM", "RAM"])
def test_every_exception_begins_anew(assembled, place):
    """At address 0, in the ROM, and at once: what follows the instruction is not executed."""
    exceptions = [
        ".word 0", ".word 0xffffffff", "ebreak", "ecall",
        "lw a0, 2(s0)", "lh a0, 1(s0)", "sw s0, 2(s0)", "sh s0, 1(s0)",
        "jr 6(t0)",  # t0 is where it lies itself
    ]
    table = "\n".join([*(f"{line}; sw s0, {RESULT}(zero)" for line in exceptions), f"sw zero, {DONE}(zero)"])
    table_in_rom = 256
    # Each beginning counts itself in the RAM's last word, and goes on to the next exception.
    program = assembled(f"""
        li s0, {RAM_BASE if place == "RAM" else table_in_rom}
        li s1, {RAM_BASE + MEMORY_BYTES - 4}
        lw t0, 0(s1)
        sw t0, {RESULT}(zero)
        addi t1, t0, 1
        sw t1, 0(s1)
        slli t0, t0, 3
        add t0, s0, t0
        jr t0
        .org {table_in_rom}
        {table}
    """)
    # The misaligned stores come to the beginning of the table in the RAM, which is not needed again.
    writes = run(program, 2000, assembled(table))
    assert [value for _, address, value in writes if address == RESULT] == list(range(len(exceptions) + 1))
