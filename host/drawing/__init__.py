"""Pictures of puzzles: what they show, in the terminal, in files, and on pages."""
