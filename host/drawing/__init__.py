"""Pictures of puzzles: their content, and their rendering in the terminal, in files, and on pages."""
