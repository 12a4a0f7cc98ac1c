"""Which number goes before which, for all that there are."""

from itertools import product

import pytest
from amaranth.hdl import Cat, Module, Signal

from rowloom.hw.primitives.ranking import goes_before


@pytest.mark.parametrize("domain", ["comb", "sync"])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_order(check, domain, count):
    """The larger one, or of two that are equal the first."""
    m, numbers = Module(), [Signal(2, name=f"number{index}") for index in range(count)]
    before = goes_before(m, domain, numbers, "number")
    others = [[other for other in range(count) if other != one] for one in range(count)]
    assert [sorted(other for other, _ in answers) for answers in before] == others

    def expected(case):
        return [sum(((case[other], -other) > (case[one], -one)) << other for other in others[one])
                for one in range(count)]

    outputs = [Cat(dict(answers).get(other, 0) for other in range(count)) for answers in before]
    cases = product(range(4), repeat=count)
    check(m, numbers, outputs, ((case, expected(case)) for case in cases), clocks=int(domain == "sync" and count > 1))
