"""The engine ``sudoku-logic``, which solves with the techniques that people use."""
