"""What is asked about puzzles, what came of it, and which engine answers."""
