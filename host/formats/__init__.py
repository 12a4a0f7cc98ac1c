"""Texts with puzzles: the forms of other programs, links, and the genres' own."""
