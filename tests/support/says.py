"""Compare messages by the facts that they contain, not word by word; check that something fails, or succeeds."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


def out_of(ended):
    """Check that a command succeeded without messages; return its output. ``ended`` consists of the command's exit
    status, output and messages."""
    status, out, err = ended
    assert (status, len(err)) == (0, 0), err
    return out


class Says:
    """An object that is equal to every string that contains these parts in this order."""

    def __init__(self, *parts: str):
        self.parts = parts

    def __eq__(self, text: object) -> bool:
        place = 0
        for part in self.parts:
            found = text.find(part, place) if isinstance(text, str) else -1
            if found < 0:
                return False
            place = found + len(part)
        return True

    def __repr__(self) -> str:
        return f"Says{self.parts!r}"


@contextmanager
def failing(kind: type[Exception], message: str | Says) -> Iterator[None]:
    """Check that the block raises an exception of this kind with this message."""
    with pytest.raises(kind) as caught:
        yield
    assert str(caught.value) == message
