"""Generators of puzzles with exactly one solution, used by ``rowloom generate``. Each genre has its own module."""
