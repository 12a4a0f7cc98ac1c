"""The rules look at three rows at a time. They are compared with models, and proved for all states and clues."""

from functools import cache
from itertools import pairwise, product

import pytest
from amaranth.hdl import Assert, Assume, Cat, Mux, Signal

from rowloom.hw.shading import smullyan as gateware
from rowloom.hw.shading.canal.row_pass import CanalRules
from rowloom.hw.shading.rules import Cells, Cuts
from rowloom.hw.shading.smullyan import DynastyRules
from support.proof import Proof, refuted
from support.shading import canal, smullyan
from support.shading.rows import Row, cuts, planes
from support.simulation import simulate
from support.slitherlink.checker import pieces
from support.vectors import bits

SHADES = "", "0", "1", "01"


@cache
def row_word(row: Row) -> int:
    return Cells(len(row)).const(planes(row)).as_bits()


def check_visits(rules, model, cols, cases):
    """Visit rows, and compare the results with a genre's model. Each case is (above, here, below, clues, lonely): three
    rows, the clues of the middle row, and whether each cell of the shade that must be connected needs a neighbour of
    this shade."""
    unit = rules(cols)
    inputs, outputs = ([port.as_value() for port in ports] for ports in (unit.rows, unit.rows_next))

    @cache
    def clue_word(clues: tuple) -> int:
        return unit.clues.shape().const(model.clue_vectors(clues)).as_bits()

    async def testbench(ctx):
        for *rows, clues, lonely in cases:
            for port, row in zip(inputs, rows):
                ctx.set(port, row_word(row))
            ctx.set(unit.clues.as_value(), clue_word(tuple(clues)))
            ctx.set(unit.lonely, lonely)
            *after, contradiction = model.visit(*rows, clues, lonely)
            assert [ctx.get(port) for port in outputs] == list(map(row_word, after)), (rows, clues, lonely)
            assert ctx.get(unit.contradiction) == contradiction, (rows, clues, lonely)

    simulate(unit, testbench)


CANAL_CLUES = [None, (0, False), (3, True), (canal.UNKNOWN, False)]


@pytest.mark.parametrize("rules, model, clues", [
    (CanalRules, canal, CANAL_CLUES), (DynastyRules, smullyan, smullyan.CLUES)])
def test_every_column(rules, model, clues):
    """The three rows have one cell each, with every kind of clue."""
    check_visits(rules, model, 1, [
        ((above,), (here,), (below,), [clue], lonely) for clue in clues
        for above, here, below in product(SHADES, repeat=3) for lonely in (False, True)])


def test_every_block():
    """Blocks are 2x2 cells of a canal, in the middle row and the row above or below it."""
    cases = []
    for cells in product(SHADES[1:], repeat=4):
        window = ("", ""), cells[:2], cells[2:], ("", "")
        cases += [(*window[at:at + 3], [None] * 2, lonely) for at in (0, 1) for lonely in (False, True)]
    check_visits(CanalRules, canal, 2, cases)


class RulesProof(Proof):
    """A visit with arbitrary inputs. Any cell may lie outside the puzzle. A cell outside the puzzle has no shade
    and no clue.

    ``obeys(m, unit, claim, shaded, inside)`` states that three rows obey the rules. ``claim`` is Assume or Assert,
    ``shaded`` are the shaded cells of these rows, and ``inside`` are the cells that lie inside the puzzle.
    """

    def __init__(self, unit, obeys):
        super().__init__(unit, [unit.above, unit.here, unit.below, unit.clues, unit.lonely])
        self.obeys, self.cols = obeys, len(unit.here.shaded)
        self.states = list(zip(unit.rows, unit.rows_next))

    def claims(self, m):
        self.inside = [Signal(self.cols, name=f"inside_{row}") for row in range(3)]
        for inside, (before, _) in zip(self.inside, self.states):
            m.d.comb += inside.eq(before.unshaded | before.shaded)
        m.d.comb += [Assume((self.unit.clues.free | self.inside[1]).all()), Assert(~self.unit.contradiction)]


class Sound(RulesProof):
    """A solution that agrees with the state before a visit also agrees with the state after the visit, and there is no
    contradiction."""

    def __init__(self, unit, obeys):
        super().__init__(unit, obeys)
        self.shaded = [Signal(self.cols, name=f"shaded_{row}") for row in range(3)]
        self.ports += self.shaded

    def claims(self, m):
        super().claims(m)
        for shaded, inside in zip(self.shaded, self.inside):
            m.d.comb += Assume(~(shaded & ~inside).any())
        self.obeys(m, self.unit, Assume, self.shaded, self.inside)
        for (before, after), shaded, inside in zip(self.states, self.shaded, self.inside):
            for agrees, state in ((Assume, before), (Assert, after)):
                m.d.comb += [agrees(~inside[col] | Mux(shaded[col], state.shaded[col], state.unshaded[col]))
                             for col in range(self.cols)]


class Complete(RulesProof):
    """If all cells are decided and a visit changes nothing, the rows obey the rules, and the unit reports no
    contradiction."""

    def claims(self, m):
        super().claims(m)
        for before, after in self.states:
            m.d.comb += [
                Assume(before.as_value() == after.as_value()), Assume(~(before.unshaded & before.shaded).any())]
        self.obeys(m, self.unit, Assert, [before.shaded for before, _ in self.states], self.inside)


def obeys_canal(m, unit, claim, shaded, inside):
    m.d.comb += claim(~(shaded[1] & ~unit.clues.free).any())
    for above, below in pairwise(shaded):
        m.d.comb += claim(~(above & below & (above & below) >> 1).any())
    beside = shaded[0] | shaded[2] | shaded[1] << 1 | shaded[1] >> 1
    m.d.comb += claim(~unit.lonely | ~(shaded[1] & ~beside).any())


def obeys_smullyan(m, unit, claim, shaded, inside):
    knights = [within & ~row for within, row in zip(inside, shaded)]
    padded = [Cat(0, row, 0) for row in shaded]
    m.d.comb += [
        *(claim(~(above & below).any()) for above, below in pairwise(shaded)),
        *(claim(~(row & row >> 1).any()) for row in shaded)]
    for col in range(len(shaded[0])):
        count, clue = Signal(4), Signal(3)
        m.d.comb += [
            count.eq(sum(row[place] for row in padded for place in range(col, col + 3))),
            clue.eq(Cat(bit[col] for bit in unit.clues.bits)),
            Assume(~clue.all()),
            claim(unit.clues.free[col] | ((count == clue) ^ unit.clues.unlike[col] ^ shaded[1][col])),
        ]
    beside = knights[0] | knights[2] | knights[1] << 1 | knights[1] >> 1
    m.d.comb += claim(~unit.lonely | ~(knights[1] & ~beside).any())


@pytest.mark.parametrize("rules, obeys, sizes", [
    (CanalRules, obeys_canal, (1, 2, 3, 36)), (DynastyRules, obeys_smullyan, (1, 2, 3, 7)),
    pytest.param(DynastyRules, obeys_smullyan, (36,), marks=pytest.mark.slow),
])
def test_every_visit(prove_at_once, rules, obeys, sizes):
    prove_at_once(*(claim(rules(cols), obeys) for claim in (Sound, Complete) for cols in sizes))


@pytest.mark.parametrize("claim, rules, obeys, where, name, wrong", [
    # Wrong rules for blocks of 2x2 cells: every cell below or above a shaded cell becomes unshaded, or no cell ever
    # does.
    (Sound, CanalRules, obeys_canal, CanalRules, "_fourth", lambda self, here, other: other),
    (Complete, CanalRules, obeys_canal, CanalRules, "_fourth", lambda self, here, other: here & 0),
    # Wrong rules for domains: a way to shade three cells is missing, or there are additional ways, in which knaves
    # touch.
    (Sound, DynastyRules, obeys_smullyan, gateware, "_TRIPLES", gateware._TRIPLES[:-1]),
    (Complete, DynastyRules, obeys_smullyan, gateware, "_TRIPLES", [*gateware._TRIPLES, (1, 1, 0), (0, 1, 1)]),
])
def test_a_wrong_unit_is_refuted(prove_at_once, monkeypatch, claim, rules, obeys, where, name, wrong):
    monkeypatch.setattr(where, name, wrong)
    with refuted():
        prove_at_once(claim(rules(3), obeys))


def subsets(cols):
    return [{col for col in range(cols) if chosen >> col & 1} for chosen in range(1 << cols)]


def all_cuts(cols):
    """Yield every combination of the inputs of ``Cuts``: (above, below, linked, joined)."""
    return ((above, below, linked, joined) for above, below, linked in product(subsets(cols), repeat=3)
            for joined in subsets(cols) if joined <= linked)


@pytest.mark.parametrize("cols", [1, 2, 3])
def test_cuts(cols):
    """The unit ``Cuts`` is compared with a model that walks around each cell that has lost its shade."""
    unit, found = Cuts(cols), set()

    async def testbench(ctx):
        for case in all_cuts(cols):
            for port, columns in zip((unit.above, unit.below, unit.linked, unit.joined), case):
                ctx.set(port, bits(columns))
            found.add(cuts(*case))
            assert ctx.get(unit.cut) == cuts(*case), case

    simulate(unit, testbench)
    assert found == {False, True}


def test_without_a_cut_all_stays_connected():
    """At first, the cells of three rows are connected. Then cells of the middle row lose their shade. If the unit
    reports no cut, the remaining cells are still connected within these rows."""
    found = set()
    for above, below, linked, joined in all_cuts(3):
        grid = {(0, col) for col in above} | {(1, col) for col in linked} | {(2, col) for col in below}
        if len(pieces(grid)) == 1:
            left = len(pieces(grid - {(1, col) for col in linked - joined}))
            found.add((cuts(above, below, linked, joined), left))
    assert {left for cut, left in found if not cut} == {1}
    assert any(cut and left > 1 for cut, left in found)
