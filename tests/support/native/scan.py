"""A fake scan unit."""

from typing import ClassVar

from rowloom.engines.engine import Size
from rowloom.hw.sudoku.scan.scan import Command, ScanCounters
from support.native.fake import Fake
from support.sudoku.scan import ScanModel

__all__ = ["Scan"]

_NO_CELL = 255
_COUNTERS = list(ScanCounters().members)


class _State:
    """The unit's registers at one point of a search, and the next state after each command."""

    def __init__(self, model: ScanModel):
        row, col, value = model.found
        self.report = {"row": row, "col": col, "value": _NO_CELL if value is None else value,
                       "contradiction": model.contradiction, "solved": model.solved}
        self.trail = {"depth": len(model.trail), "level": model.level}
        self.counters = [getattr(model, name) for name in _COUNTERS]
        cells = [divmod(cell, model.side) for cell in range(model.side ** 2 if model.solved else 0)]
        self.solution = bytes(model.values[cell] + 1 for cell in cells)
        self.next: dict[tuple[int, ...], _State] = {}


class Scan(Fake):
    """The model of the unit, with registers. All states are cached, because tests use the same puzzles repeatedly.

    ``BUSY`` is the number of times that the state reads as ``busy`` after a command.
    """

    SIZE = "36x36"
    BUSY = 1

    _loaded: ClassVar[dict[tuple[int, bytes], _State]] = {}

    def __init__(self):
        size = Size.parse(self.SIZE)
        # The cells of the puzzle, followed by as many cells for a solution.
        self._memory = bytearray(2 * size.rows * size.cols)
        self._waits = 0
        self._state: _State | None = None

    def write_order(self, value: int) -> None:
        self._order = value

    def write_cell(self, number: int) -> None:
        self._address = number

    def write_given(self, value: int) -> None:
        self._memory[self._address] = value
        self._address += 1

    def read_value(self) -> int:
        self._address += 1
        return self._memory[self._address - 1]

    def write_control(self, value: int, col: int, row: int, choice: int, command: int) -> None:
        self._waits = self.BUSY
        match Command(command):
            case Command.CLEAR:
                self._state = None
                return
            case Command.LOAD:
                self._puzzle, self._history = (self._order, bytes(self._memory[:self._order ** 4])), []
                self._model = None
                if self._puzzle not in self._loaded:
                    self._model = ScanModel(*self._puzzle)
                    self._loaded[self._puzzle] = _State(self._model)
                self._state = self._loaded[self._puzzle]
            case known:
                step = known, value, col, row, choice
                if step not in self._state.next:
                    self._replay()
                    self._model.do(*step)
                    self._state.next[step] = _State(self._model)
                elif self._model:
                    self._model.do(*step)
                self._history.append(step)
                self._state = self._state.next[step]
        if self._state.solution:
            self._memory[:len(self._state.solution)] = self._state.solution

    def read_state(self) -> dict[str, int]:
        if self._waits:
            self._waits -= 1
            return {"busy": 1}
        return self._state.report if self._state else {}

    def read_trail(self) -> dict[str, int]:
        return self._state.trail

    def read_counters(self, number: int) -> int:
        return self._state.counters[number] if self._state else 0

    def _replay(self) -> None:
        """Bring the model into the current state: repeat the commands that lead to this state."""
        if not self._model:
            self._model = ScanModel(*self._puzzle)
            for step in self._history:
                self._model.do(*step)
