"""The engine `z3`, which gives Z3 the rules of a puzzle as formulas, as in the papers."""
