"""A fake checker engine."""

from collections.abc import Callable, Hashable
from typing import Any, ClassVar

from support.native.fake import Fake
from support.slitherlink.checker import CheckerModel, Colour, rows_of

__all__ = ["Checker"]


class Checker(Fake):
    """The model of the checker, with registers. Its results are cached, because tests use the same puzzles
    repeatedly."""

    SIZE = "4x4"

    _judgements: ClassVar[dict[Hashable, Any]] = {}

    def write_size(self, rows: int, cols: int) -> None:
        self._next_size = rows, cols

    def write_control(self, clear: int, flood: int, outside: int, undecided: int) -> None:
        if clear:
            self._size, self._clues, self._choices = self._next_size, {}, {}
        if flood:
            self._flood = bool(outside), bool(undecided)

    def write_clue(self, value: int, row: int, col: int) -> None:
        self._clues[row, col] = value

    def write_assign(self, inside: int, pattern: int, assigned: int, row: int, col: int) -> None:
        if assigned:
            self._choices[row, col] = inside, pattern
        else:
            self._choices.pop((row, col), None)

    def read_conflict(self) -> int:
        return self._judge("conflict", lambda model: int(model.conflict))

    def read_verdict(self) -> dict[str, int]:
        return self._judge(self._flood, lambda model: {"joined": model.joined(*self._flood), "pick": model.pick})

    def read_inside(self, row: int) -> int:
        return self._judge("inside", lambda model: rows_of(model.inside, 4))[row]

    def read_outside(self, row: int) -> int:
        return self._judge("outside", lambda model: rows_of(model.outside, 4))[row]

    def _judge(self, question: Hashable, answer: Callable[[CheckerModel], Any]) -> Any:
        key = question, self._size, tuple(self._clues.items()), frozenset(self._choices.items())
        if key not in self._judgements:
            model = CheckerModel(4, 4)
            model.clear(*self._size)
            for cell, clue in self._clues.items():
                model.clue(cell, clue)
            for cell, (inside, pattern) in self._choices.items():
                model.assign(cell, (Colour.OUTSIDE, Colour.INSIDE)[inside], pattern)
            self._judgements[key] = answer(model)
        return self._judgements[key]
