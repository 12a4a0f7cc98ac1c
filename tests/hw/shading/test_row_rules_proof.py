"""The row rules, proved for all states and clues: no solution is lost, and nothing else is left over."""

from itertools import pairwise

import pytest
from amaranth.hdl import Assume, Cat, Signal

from rowloom.hw.shading.canal.row_rules import RowRules as CanalRules
from rowloom.hw.shading.smullyan import row_rules
from rowloom.hw.shading.smullyan.row_rules import RowRules as SmullyanRules
from rowloom.tools import ToolError
from support.shading.visit_proof import Complete, Sound


def canal(m, unit, claim, shaded, inside):
    m.d.comb += claim(~(shaded[1] & ~unit.clues.free).any())
    for above, below in pairwise(shaded):
        m.d.comb += claim(~(above & below & (above & below) >> 1).any())
    beside = shaded[0] | shaded[2] | shaded[1] << 1 | shaded[1] >> 1
    m.d.comb += claim(~unit.lonely | ~(shaded[1] & ~beside).any())


def smullyan(m, unit, claim, shaded, inside):
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
@pytest.mark.parametrize("rules, obeys, cols", [
    *((CanalRules, canal, cols) for cols in (1, 2, 3, 36)), *((SmullyanRules, smullyan, cols) for cols in (1, 2, 3, 7)),
    pytest.param(SmullyanRules, smullyan, 36, marks=pytest.mark.slow),
])
def test_every_visit(prove_at_once, claim, rules, obeys, cols):
    proof = claim(rules(cols), obeys)
    prove_at_once(proof, proof.ports)


@pytest.mark.parametrize("claim, rules, obeys, where, name, wrong", [
    # Of three certain cells of a block, those below a shaded one are struck, or none.
    (Sound, CanalRules, canal, CanalRules, "_fourth", lambda self, here, other: other),
    (Complete, CanalRules, canal, CanalRules, "_fourth", lambda self, here, other: here & 0),
    # A way to shade three cells is missing, or there are some with neighbouring knaves.
    (Sound, SmullyanRules, smullyan, row_rules, "_TRIPLES", row_rules._TRIPLES[:-1]),
    (Complete, SmullyanRules, smullyan, row_rules, "_TRIPLES", [*row_rules._TRIPLES, (1, 1, 0), (0, 1, 1)]),
])
def test_a_wrong_unit_is_refuted(prove_at_once, monkeypatch, claim, rules, obeys, where, name, wrong):
    monkeypatch.setattr(where, name, wrong)
    proof = claim(rules(3), obeys)
    with pytest.raises(ToolError, match="proof did fail"):
        prove_at_once(proof, proof.ports)
