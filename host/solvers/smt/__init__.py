"""The engine `z3`, which passes the rules of a puzzle to Z3 as formulas, as in the papers."""
