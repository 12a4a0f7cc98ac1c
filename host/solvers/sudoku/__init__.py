"""The engine ``sudoku-logic``: the techniques that people use."""
