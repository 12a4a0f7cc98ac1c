"""The row rules, proved for all states and clues: no solution is lost, and nothing else is left over."""

from itertools import pairwise

import pytest

from rowloom.hw.shading.canal.row_rules import RowRules
from rowloom.tools import ToolError
from support.shading.visit_proof import Complete, Sound

COLS = [1, 2, 3, 36]


def obeys(m, unit, claim, shaded, inside):
    m.d.comb += claim(~(shaded[1] & ~unit.clues.free).any())
    for above, below in pairwise(shaded):
        m.d.comb += claim(~(above & below & (above & below) >> 1).any())
    beside = shaded[0] | shaded[2] | shaded[1] << 1 | shaded[1] >> 1
    m.d.comb += claim(~unit.lonely | ~(shaded[1] & ~beside).any())


@pytest.mark.parametrize("claim", [Sound, Complete])
@pytest.mark.parametrize("cols", COLS)
def test_every_visit(prove_at_once, claim, cols):
    proof = claim(RowRules(cols), obeys)
    prove_at_once(proof, proof.ports)


@pytest.mark.parametrize("claim, fourth", [
    (Sound, lambda self, here, other: other),  # cells below a shaded one
    (Complete, lambda self, here, other: 0),  # none
])
def test_a_wrong_unit_is_refuted(prove_at_once, monkeypatch, claim, fourth):
    monkeypatch.setattr(RowRules, "_fourth", fourth)
    proof = claim(RowRules(3), obeys)
    with pytest.raises(ToolError, match="proof did fail"):
        prove_at_once(proof, proof.ports)
