"""What is said of a memory besides its shape."""

__all__ = ["APART"]

APART = {"no_rw_check": 1}
"""Attributes of a memory, with one port to read and one to write, of which no word is read in the clock in which it is
written, or which does not care what such a read gives.

Otherwise the old word is promised, and as a block RAM does not do so, a multiplexer and two flip-flops for each bit
would stand behind it. The name is Yosys' own; ``boards/synthesis.py`` sees to it that it is heeded."""
