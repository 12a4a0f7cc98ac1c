"""The firmware's multiplication and division."""

import random

LARGEST = 0xFFFF_FFFF
SPECIAL = (0, 1, 2, 3, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, LARGEST - 1, LARGEST)


def pairs():
    rng = random.Random(0)
    yield from ((one, other) for one in SPECIAL for other in SPECIAL)
    for _ in range(500):
        yield rng.getrandbits(rng.randint(1, 32)), rng.getrandbits(rng.randint(1, 32))


def test_products(native):
    for one, other in pairs():
        assert native.product(one, other) == one * other & LARGEST


def test_quotients(native):
    for dividend, divisor in pairs():
        if divisor:
            assert native.quotient(dividend, divisor) == dividend // divisor
