"""The CPU on the bus runs programs that are assembled here. The tests check the CPU's accesses, cache and
exceptions."""

from itertools import pairwise

import pytest
from amaranth.hdl import Module
from amaranth.lib.wiring import connect

from rowloom.hw.soc.bus import RAM_BASE, REGISTERS_BASE, BusMemory, Interconnect
from rowloom.hw.soc.top import CPU
from rowloom.hw.soc.units import StatusLeds
from support.simulation import simulate

MEMORY_BYTES = 4096
RESULT, DONE = 0x7F8, 0x7FC
"""Addresses to which programs write results. They lie in the ROM, which ignores the writes, but the bus shows them."""


def run(program, limit, loaded=()):
    """Return all writes of the program, up to the write to ``DONE``, as (clock, byte address, word). The words
    ``loaded`` are at the beginning of the RAM."""
    rom = BusMemory(MEMORY_BYTES // 4, writable=False, init=program)
    ram = BusMemory(MEMORY_BYTES // 4, init=loaded)
    leds = StatusLeds()
    cpu = CPU()
    interconnect = Interconnect(rom.bus, ram.bus, leds.bus)
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

    simulate(m, testbench)
    return writes


def test_accesses_leave_the_bus_free_for_a_clock(assembled):
    """The next access begins four clocks after the beginning of a write: the write takes three clocks, and the bus is
    then free for one clock. The checker depends on this."""
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


@pytest.mark.parametrize("line, fence, second", [(0, "fence.i", 2), (63, "fence.i", 2), (0, "nop", 1)])
def test_new_instructions_are_seen_after_a_fence(assembled, line, fence, second):
    """Without a fence, the cache still holds the old instructions."""
    one, two = assembled("li a0, 1; li a0, 2")
    at = 32 * line
    program = assembled(f"""
        j 1f
        .org 256                    # not in the cache lines of the code in the RAM
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
def test_every_exception_restarts(assembled, place):
    """The CPU continues immediately at address 0, in the ROM: the next instruction is not executed."""
    exceptions = [
        ".word 0", ".word 0xffffffff", "ebreak", "ecall",
        "lw a0, 2(s0)", "lh a0, 1(s0)", "sw s0, 2(s0)", "sh s0, 1(s0)",
        "jr 6(t0)",  # t0 is the address of this instruction
    ]
    table = "\n".join([*(f"{line}; sw s0, {RESULT}(zero)" for line in exceptions), f"sw zero, {DONE}(zero)"])
    table_in_rom = 256
    # After each start, the program increments the last word of the RAM, and continues with the next exception.
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
    # The misaligned stores change the beginning of the table in the RAM, which is not needed again.
    writes = run(program, 2000, assembled(table))
    assert [value for _, address, value in writes if address == RESULT] == list(range(len(exceptions) + 1))
