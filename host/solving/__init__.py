"""Backends that solve puzzles: boards, engines on this computer, workers."""
