"""A page behind the port of a unit in Amaranth's simulator."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["PortPage", "Work"]


@dataclass
class Work:
    """What a unit did: clocks, with the one of the command; those in which it visited a row; and the rows written."""

    clocks: int
    visits: int
    written: list[int]


class PortPage:
    """A page, and the clues that go with it; a genre's own class says what its words mean.

    It keeps to what :class:`rowloom.hw.deduction.pages.Pages` promises and to no more: a read that the unit must not
    depend on gives noise.

    Parameters
    ----------
    words : mapping of int to int
        Its rows, as the memory holds them.
    bits : int
        Of a word.
    clues : sequence of int
        The rows of clues, as the memory holds them.
    """

    def __init__(self, words: Mapping[int, int], bits: int, clues: Sequence[int]):
        self._words, self._bits, self._clues = dict(words), bits, clues
        self._rng = random.Random(0)

    def read(self, row: int) -> int:
        return self._words.get(row, self._rng.getrandbits(self._bits))

    async def work(self, ctx, unit, command: str = "start", each_clock: Callable[[], None] = lambda: None,
                   size: Mapping[str, int] | None = None, **inputs) -> Work:
        """Starts a unit with these inputs, and of ``size`` those that it has, and is at its service until it is done;
        ``each_clock`` serves its other ports."""
        port = unit.port
        known = {name: value for name, value in (size or {}).items() if hasattr(unit, name)}
        for name, value in {**known, command: 1, **inputs}.items():
            ctx.set(getattr(unit, name), value)
        work = Work(0, 0, [])
        busy = 1
        while busy:
            row, write, write_row = ctx.get(port.row), ctx.get(port.write), ctx.get(port.write_row)
            each_clock()
            word = self.read(row)
            if write:
                assert write_row in self._words
                work.written.append(write_row)
                kept = ctx.get(port.state.as_value()) & ctx.get(port.keep.as_value())
                self._words[write_row] = ctx.get(port.write_state.as_value()) | kept
                if row == write_row:
                    word = self._rng.getrandbits(self._bits)
            clue_row = ctx.get(unit.clue_row) if self._clues else 0
            work.clocks += 1
            work.visits += ctx.get(unit.visiting) if hasattr(unit, "visiting") else 0
            await ctx.tick()
            assert work.clocks < 10_000
            ctx.set(getattr(unit, command), 0)
            ctx.set(port.state.as_value(), word)
            if self._clues:
                noise = self._rng.getrandbits(len(unit.clues.as_value()))
                ctx.set(unit.clues.as_value(), self._clues[clue_row] if clue_row < len(self._clues) else noise)
            busy = ctx.get(unit.busy)
        idle = port.row, port.write, port.write_row, port.write_state.as_value(), port.keep.as_value()
        assert not any(map(ctx.get, idle))
        return work
