"""A fresh board of the firmware, and the results in its answers."""

import pytest

from rowloom.host.wire.protocol import Numbers, Result, Results
from support.native.talk import Talk


@pytest.fixture
def ask(native):
    """See :class:`Talk`."""
    return Talk(native)


@pytest.fixture
def result_of():
    """Return the only result in the last answer, whose solutions have so many bytes."""
    def result_of(answers, solution_bytes):
        assert isinstance(answers[-1], Results)
        numbers = Numbers(answers[-1].data)
        result = Result.take(numbers, solution_bytes)
        assert not numbers
        return result

    return result_of
