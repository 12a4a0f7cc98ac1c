"""Packed clues and the cells that they are for."""

WORD = 32


class ClueUnpacker:
    """The model of the unit of the same name, which takes words as soon as it needs them.

    Parameters
    ----------
    rows, cols : int
    bits : int
        Of a clue.

    Attributes
    ----------
    clues : list of (int, int, int)
        Row, column and clue, as they came.
    """

    def __init__(self, rows, cols, bits):
        self._bits = bits
        self._cells = iter([(row, col) for row in range(rows) for col in range(cols)])
        self._next = next(self._cells)
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
        return bool(self._next and self._given)

    def _unpack(self):
        """Until a word is needed."""
        while self._next and self._given:
            if self._given[0]:
                if not self._values:
                    return
                self.clues.append((*self._next, self._values.pop(0)))
            del self._given[0]
            self._next = next(self._cells, None)
