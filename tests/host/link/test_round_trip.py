"""The timeout for an answer: numbers worked out by hand, RFC 6298 said otherwise, and the limits."""

import random

import pytest

from rowloom.host.link.session import RoundTrip


def after(*seconds, first=1.0, least=0.001, most=60.0):
    """What is known after answers that took so long."""
    round_trip = RoundTrip(first, least, most)
    for each in seconds:
        round_trip.answered(each)
    return round_trip


def timeout_by_the_rfc(seconds):
    """Section 2 of RFC 6298, step by step, for a clock without a granularity."""
    first, *others = seconds
    srtt, rttvar = first, first / 2
    for each in others:
        rttvar = (1 - 1 / 4) * rttvar + 1 / 4 * abs(srtt - each)
        srtt = (1 - 1 / 8) * srtt + 1 / 8 * each
    return srtt + 4 * rttvar


@pytest.mark.parametrize("seconds, timeout", [
    ((), 1.0), ((0.2,), 0.6), ((0.2, 0.2), 0.5), ((0.2, 1.0), 0.3 + 4 * 0.275), ((1.0, 0.2), 0.9 + 4 * 0.575),
])  # fmt: skip
def test_by_hand(seconds, timeout):
    assert after(*seconds).timeout == pytest.approx(timeout)


@pytest.mark.parametrize("seed", range(50))
def test_by_the_rfc(seed):
    rng = random.Random(seed)
    seconds = [rng.uniform(0.001, 2.0) for _ in range(rng.randrange(1, 50))]
    assert after(*seconds).timeout == pytest.approx(timeout_by_the_rfc(seconds))


@pytest.mark.parametrize("seconds, timeout", [(0.001, 0.1), (0.1, 0.3), (3.0, 5.0)])
def test_the_limits(seconds, timeout):
    assert after(seconds, least=0.1, most=5.0).timeout == pytest.approx(timeout)


def test_answers_that_all_take_the_same_are_waited_for_little_longer():
    assert 0.2 <= after(*[0.2] * 100).timeout < 0.201


def test_without_answers_it_waits_longer_and_longer():
    round_trip = RoundTrip(0.3, 0.1, 2.0)
    timeouts = []
    for _ in range(5):
        round_trip.timed_out()
        timeouts.append(round_trip.timeout)
    assert timeouts == pytest.approx([0.6, 1.2, 2.0, 2.0, 2.0])


def test_the_next_answer_ends_the_long_waits():
    round_trip = after(0.2, 0.2)
    for _ in range(5):
        round_trip.timed_out()
    assert round_trip.timeout == pytest.approx(16.0)
    round_trip.answered(0.2)
    assert round_trip.timeout == pytest.approx(timeout_by_the_rfc([0.2] * 3))
