"""Generators of puzzles with exactly one solution. Each genre has its own module. Command: ``rowloom generate``."""
