"""The engine that applies its rules to all cells of a 9x9 Sudoku at once."""
