"""The engine that looks at a whole 9x9 Sudoku at once."""
