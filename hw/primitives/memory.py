"""Attributes of memories."""

__all__ = ["APART"]

APART = {"no_rw_check": 1}
"""For a memory with one read port and one write port, of which no word is read in the clock in which it is written, or
whose user ignores what such a read returns.

Without it, such a read must return the old word. A block RAM does not, so that Yosys would add a multiplexer and two
flip-flops for each bit. The attribute's name is Yosys' own; ``boards/synthesis.py`` makes Yosys apply it."""
