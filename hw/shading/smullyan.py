"""The engine for Smullyanic Dynasties: the rules for a visit of a row, and the deducer."""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import product
from operator import and_, or_

from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib import data

from rowloom.engines.shading import SMULLYAN_BITS
from rowloom.hw.deduction.candidates import Candidates
from rowloom.hw.deduction.peripheral import FIXPOINT, DeductionPeripheral
from rowloom.hw.shading.deducer import ShadingDeducer, watched_shading
from rowloom.hw.shading.rules import ShadingRules
from rowloom.hw.shading.sweep import Sweep, SweepRow
from rowloom.hw.soc.peripheral import Watched

__all__ = [
    "CLUE_BITS", "JOINED", "DynastyPeripheral", "DynastyRules", "DynastySweep", "SmullyanCandidates",
    "SmullyanDeducer"]

JOINED = 0
"""The shade whose cells are connected: knights are unshaded."""

CLUE_BITS = 3
"""The width of a clue: a number of knaves from 0 to 5, or 6 for any impossible number; 7 must not occur."""

_TRIPLES = [triple for triple in product((0, 1), repeat=3) if (1, 1) not in (triple[:2], triple[1:])]
"""The ways to shade three cells side by side (the cells of a domain in one row) so that no two knaves touch."""


def _go_together(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return whether two rows of a domain may lie one above the other."""
    return not any(map(and_, one, other))


class DynastyRules(ShadingRules):
    """The rules of rows; see :class:`.ShadingRules`.

    Shaded cells are knaves, and unshaded cells are knights. The domain of a cell consists of the cell and its eight
    neighbours. A way to shade a cell's domain survives if no two knaves touch, if each cell may have the shade that it
    has in this way, and if the number of knaves fits the clue. A cell keeps a shade if each of the row's domains that
    contain the cell has a surviving way in which the cell has this shade. Cells outside the puzzle count as unshaded.
    All 63 ways are tried; each way is a combination of three triples, one for each row of the domain. In the domain of
    a cell without a clue, knaves must not touch either.

    The clue of a knight is the number of knaves in its domain; the clue of a knave is any other number. If the clue is
    ``unlike``, the two cases are exchanged.
    """

    def __init__(self, cols: int):
        super().__init__(cols, CLUE_BITS, JOINED)

    def left(self, m: Module) -> list[list[Value]]:
        """Return, for each of the three rows, the cells that may be unshaded in all of their domains, and the cells
        that may be shaded in all of their domains."""
        allowed = [self._allowed(m, row) for row in self.rows]
        tells_truth, lies = self._by_count(m)
        # `side[place, middle, count]`: the domains in which the row above (`place` 0) or below (`place` 2) can have a
        # triple with `count` knaves, if the middle row has the triple `middle`.
        side = {
            (place, middle, count): self._any(m, (allowed[place][triple] for triple in triples))
            for place in (0, 2) for middle in _TRIPLES for count in range(3)
            if (triples := [triple for triple in _TRIPLES if sum(triple) == count and _go_together(triple, middle)])
        }
        # `support[place, middle, count]`: the domains in which the other two rows permit a triple with `count` knaves
        # at `place`: the triple `middle` is allowed, and the row on the opposite side can have the number of knaves
        # that the clue then needs.
        support = {
            (place, middle, count): self._any(m, (
                allowed[1][middle] & side[2 - place, middle, other]
                & (lies if middle[1] else tells_truth)[count + sum(middle) + other]
                for other in range(3) if (2 - place, middle, other) in side))
            for place, middle, count in side
        }
        kept = [
            {triple: allowed[place][triple] & self._any(m, (
                support[place, middle, sum(triple)] for middle in _TRIPLES if _go_together(triple, middle)))
             for triple in _TRIPLES}
            for place in (0, 2)
        ]
        kept.insert(1, {
            middle: self._any(m, (side[0, middle, count] & support[0, middle, count]
                                  for count in range(3) if (0, middle, count) in side))
            for middle in _TRIPLES
        })
        return [
            [self._in_all(*(self._any(m, (ways for triple, ways in of_row.items() if triple[column] == shade))
                            for column in range(3)))
             for shade in (0, 1)]
            for of_row in kept
        ]

    def _allowed(self, m: Module, row: Value) -> dict[tuple[int, ...], Signal]:
        """Return, for each triple, the columns in which it fits: the cell in the column and the cells to its left and
        right may be shaded like the triple."""
        cols = self._cols
        may = Signal(cols + 2), Signal(cols + 2)
        # A cell that may have neither shade lies beyond the puzzle. It counts as unshaded, like the cells of the frame.
        m.d.comb += [may[0].eq(Cat(1, row.unshaded | ~row.shaded, 1)), may[1].eq(Cat(0, row.shaded, 0))]
        return {
            triple: self._any(m, [reduce(and_, (
                may[shade][column:cols + column] for column, shade in enumerate(triple)))])
            for triple in _TRIPLES
        }

    def _by_count(self, m: Module) -> tuple[list[Signal], list[Signal]]:
        """Return two lists of sets of cells. For each number of knaves in a domain, the first list has the cells that
        may be knights with that number, and the second list has the cells that may be knaves with that number."""
        clues = self.clues
        # A cell without a clue gets the number 7. Each result then depends on only four bits: the number and `unlike`.
        bits = [self._any(m, (bit, clues.free)) for bit in clues.bits]
        free = reduce(and_, bits)
        truths, lies = [], []
        for number in range(6):
            met = reduce(and_, (bit if number >> place & 1 else ~bit for place, bit in enumerate(bits)))
            truths.append(self._any(m, (free, met ^ clues.unlike)))
            lies.append(self._any(m, (free, ~(met ^ clues.unlike))))
        return truths, lies

    @staticmethod
    def _in_all(left: Value, middle: Value, right: Value) -> Value:
        """Return the cells that are allowed in all domains of the row. Each argument has a bit for each domain, at the
        column of the domain's middle. The bit says whether the domain's ``left``, ``middle`` or ``right`` cell is
        allowed."""
        return middle & Cat(left[1:], 1) & Cat(1, right[:-1])

    def _any(self, m: Module, vectors: Iterable[Value]) -> Signal:
        result = Signal(self._cols)
        m.d.comb += result.eq(reduce(or_, vectors))
        return result


_KINDS = "clue", "blank"
"""The kinds of candidates."""


class DynastySweep(Sweep):
    """A :class:`.Sweep` with :class:`DynastyRules`."""

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, DynastyRules(cols))


class SmullyanCandidates(Candidates):
    """Select undecided cells, first the cells with a clue."""

    def __init__(self, rows: int, cols: int):
        super().__init__(
            rows, cols, clue_bits=CLUE_BITS, first_values=(0, 0), seen=data.StructLayout({"undecided": cols}), beyond=0,
            skips=True)

    def kinds(self, m: Module, above: Value, here: Value, below: Value, clues: Value) -> Sequence[Value]:
        return here.undecided & ~clues.free, here.undecided & clues.free


class SmullyanDeducer(ShadingDeducer):
    """Deduce all that follows from a state of a Smullyanic Dynasty; see :class:`ShadingDeducer`.

    A clue is the number of knaves, or 6 for any impossible number.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            rows, cols, words, clue_bits=CLUE_BITS, propagation=DynastySweep, candidates=SmullyanCandidates,
            joined=JOINED)

    def lonely(self, m: Module, height: Value, width: Value) -> Value:
        # Knaves do not touch, so at least two cells of a 2x2 block are knights.
        return (height != 1) & (width != 1)

    def see(self, m: Module, seen: Value, state: Value) -> None:
        m.d.comb += seen.undecided.eq(state.unshaded & state.shaded)


class DynastyPeripheral(DeductionPeripheral):
    """The deducer of Smullyanic Dynasties on the register bus; the parameters are those of :class:`SmullyanDeducer`."""

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            SmullyanDeducer(rows, cols, words), rows, cols, clue_bits=SMULLYAN_BITS, watched=watched(rows, cols))


def watched(rows: int, cols: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch in a deducer whose largest grid has that size."""
    sweep, held = f"{FIXPOINT}.propagation", SweepRow(cols)
    return (
        *watched_shading(rows, cols, _KINDS),
        Watched("sweep", f"{sweep}.fsm_state", "the state of the sweep"),
        Watched("wrong", f"{sweep}.contradiction",
                "whether the sweep has found a contradiction; valid when `sweep` is IDLE"),
        Watched("top", f"{sweep}.is_first",
                "whether the sweep begins at the grid's first row; valid before the first visit"),
        Watched("visit", f"{sweep}.at", "the row in the middle of the window, which is `here`"),
        Watched("down", f"{sweep}.passes.down", "whether the window moves down"),
        Watched("above", f"{sweep}.above", "the window's upper row", held),
        Watched("here", f"{sweep}.here", "the window's middle row", held),
        Watched("below", f"{sweep}.below", "the window's lower row", held),
        Watched("left", f"{sweep}.left", "the row that has left the window, if the window `moved`", held),
        Watched("moved", f"{sweep}.moved", "whether the window has moved since the previous visit"),
    )
