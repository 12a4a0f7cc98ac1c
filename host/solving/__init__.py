"""Solving puzzles, whatever solves them: boards, engines on this computer, workers."""
