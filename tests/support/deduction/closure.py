"""Rules that are repeated until they find nothing more."""

from collections.abc import Callable
from typing import TypeVar

__all__ = ["closure"]

_State = TypeVar("_State")


def closure(state: _State, *rules: Callable[[_State], tuple[_State, bool]]) -> tuple[_State, bool]:
    """Apply rules until none of them changes the state, or until there is a contradiction. Each rule returns a new
    state, and whether it has found a contradiction. Return the final state, and whether there is a contradiction."""
    before = None
    while state != before:
        before = state
        for rule in rules:
            state, contradiction = rule(state)
            if contradiction:
                return state, True
    return state, False
