"""The engine for Sudokus of any order."""
