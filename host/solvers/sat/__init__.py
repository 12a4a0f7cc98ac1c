"""The engine ``sat``, which gives a SAT solver (extra ``solvers``) the rules as clauses.

Most genres require that all cells of a colour are connected. No clause states this for the whole grid. Whenever a
solution leaves a colour in several regions, clauses that exclude this, called cuts, are added to the solver.
"""
