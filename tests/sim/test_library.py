"""The examples of the page on ``import rowloom``, one of which simulates a board."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "user" / "library.md"


def test_the_examples():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert (failed, tried > 8) == (0, True)
