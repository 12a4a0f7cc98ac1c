"""Sudoku: its engines, each in a folder."""
