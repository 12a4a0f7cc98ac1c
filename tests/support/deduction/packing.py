"""Models of the units that unpack clues and that pack solutions."""

__all__ = ["WORD", "ClueUnpackerModel", "packed"]

WORD = 32


def packed(numbers, width=1):
    """Pack numbers of ``width`` bits into words; the first number is in the lowest bits of the first word."""
    each = WORD // width
    return [sum(int(number) << width * place for place, number in enumerate(numbers[begin:begin + each]))
            for begin in range(0, len(numbers), each)]


class ClueUnpackerModel:
    """The model of :class:`rowloom.hw.deduction.peripheral.ClueUnpacker`. There are two kinds of words; the model
    asserts that each word is of the kind that it needs next. ``clues`` contains the row, the column and the value of
    each clue, in reading order."""

    def __init__(self, rows, cols, bits):
        self._bits = bits
        self._cells = [(row, col) for row in range(rows) for col in range(cols)]
        self._given, self._values = [], []
        self.clues = []

    def give(self, word):
        assert self.needs_given
        self._given = [word >> bit & 1 for bit in range(WORD)]
        self._unpack()

    def set(self, word):
        assert self.needs_values
        self._values = [word >> bit & (1 << self._bits) - 1 for bit in range(0, WORD, self._bits)]
        self._unpack()

    @property
    def needs_given(self):
        return not self.needs_values

    @property
    def needs_values(self):
        return bool(self._cells and self._given)

    def _unpack(self):
        while self.needs_values and (self._values or not self._given[0]):
            cell = self._cells.pop(0)
            if self._given.pop(0):
                self.clues.append((*cell, self._values.pop(0)))
