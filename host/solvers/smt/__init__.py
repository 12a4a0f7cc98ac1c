"""The engine `z3`: every rule of a puzzle as a formula for Z3, as in the papers."""
