"""Memories that a block RAM makes without more logic."""

from amaranth.hdl import Module, ShapeLike
from amaranth.lib.memory import Memory, ReadPort, WritePort

__all__ = ["add_memory"]

_APART = {"no_rw_check": 1}
"""For a memory with one read port and one write port, of which no word is read in the clock in which it is written, or
whose user ignores what such a read returns.

Without it, such a read must return the old word. A block RAM does not, so that Yosys would add a multiplexer and two
flip-flops for each bit. The attribute's name is Yosys' own; ``boards/synthesis.py`` makes Yosys apply it."""


def add_memory(m: Module, name: str, shape: ShapeLike, depth: int) -> tuple[ReadPort, WritePort]:
    """Add a memory to a module as a submodule; return its two ports.

    A read takes a clock. Its result is undefined if the same word is written in that clock.
    """
    m.submodules[name] = memory = Memory(shape=shape, depth=depth, init=[], attrs=_APART)
    read = memory.read_port()
    write = memory.write_port()
    return read, write
