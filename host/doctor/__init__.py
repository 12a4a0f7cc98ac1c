"""Tests of a board and of its connection to this computer, for ``rowloom doctor``. Each test has a diagnosis."""

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

__all__ = ["Diagnosis", "Verdict", "fault", "passed", "skipped"]


class Verdict(StrEnum):
    """The result of a test. ``SKIPPED`` means that the test could not run; the diagnosis says why."""

    PASSED = "ok"
    FAULT = "FAULT"
    SKIPPED = "skipped"


class Diagnosis(NamedTuple):
    """The result of a test.

    Attributes
    ----------
    test : str
        The name of the test.
    verdict : Verdict
    text : str
        A sentence for the user: what was found and, after a fault, what to do.
    figures : dict of str to JSON values
        The measured values.
    """

    test: str
    verdict: Verdict
    text: str
    figures: dict[str, Any] = {}

    def to_json(self) -> dict[str, Any]:
        return {"test": self.test, "verdict": self.verdict.lower(), "text": self.text, **self.figures}


def _diagnosis(verdict: Verdict, test: str, text: object, **figures: Any) -> Diagnosis:
    return Diagnosis(test, verdict, str(text), figures)


passed: Callable[..., Diagnosis] = partial(_diagnosis, Verdict.PASSED)
fault: Callable[..., Diagnosis] = partial(_diagnosis, Verdict.FAULT)
skipped: Callable[..., Diagnosis] = partial(_diagnosis, Verdict.SKIPPED)
