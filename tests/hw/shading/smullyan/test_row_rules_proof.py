"""The row rules, proved for all states and clues: no solution is lost, and nothing else is left over."""

from itertools import pairwise

import pytest
from amaranth.hdl import Assume, Cat, Signal

from rowloom.hw.shading.smullyan import row_rules
from rowloom.hw.shading.smullyan.row_rules import RowRules
from rowloom.tools import ToolError
from support.shading.visit_proof import Complete, Sound

COLS = [1, 2, 3, 36]


def obeys(m, unit, claim, shaded, inside):
    knights = [within & ~row for within, row in zip(inside, shaded)]
    padded = [Cat(0, row, 0) for row in shaded]
    for above, below in pairwise(shaded):
        m.d.comb += claim(~(above & below).any())
    for row in shaded:
        m.d.comb += claim(~(row & row >> 1).any())
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


@pytest.mark.parametrize("claim", [Sound, Complete])
@pytest.mark.parametrize("cols", COLS)
def test_every_visit(prove_at_once, claim, cols):
    proof = claim(RowRules(cols), obeys)
    prove_at_once(proof, proof.ports)


@pytest.mark.parametrize("claim, triples", [
    (Sound, row_rules._TRIPLES[:-1]),  # a way to shade three cells is missing
    (Complete, [*row_rules._TRIPLES, (1, 1, 0), (0, 1, 1)]),  # ways with neighbouring knaves
])
def test_a_wrong_unit_is_refuted(prove_at_once, monkeypatch, claim, triples):
    monkeypatch.setattr(row_rules, "_TRIPLES", triples)
    proof = claim(RowRules(3), obeys)
    with pytest.raises(ToolError, match="proof did fail"):
        prove_at_once(proof, proof.ports)
