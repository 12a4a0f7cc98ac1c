"""The firmware's multiplication and division."""

import random
from itertools import product

LARGEST = 0xFFFF_FFFF
SPECIAL = (0, 1, 2, 3, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, LARGEST - 1, LARGEST)


def test_products_and_quotients(native):
    rng = random.Random(0)
    pairs = ([rng.getrandbits(rng.randint(1, 32)) for _ in range(2)] for _ in range(500))
    for one, other in [*product(SPECIAL, repeat=2), *pairs]:
        assert native.product(one, other) == one * other & LARGEST
        if other:
            assert native.quotient(one, other) == one // other
