"""Sudoku engines."""
