"""Questions about puzzles, jobs for boards, their outcomes, and the choice of engines."""
