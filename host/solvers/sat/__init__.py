"""The engine ``sat``, which passes the rules as clauses to a SAT solver (installed with the extra ``solvers``).

Most genres require that all cells of a colour are connected. No clause states this for the whole grid. Whenever the
cells of a colour form several regions in a solution, clauses that exclude this solution, called cuts, are added to the
solver.
"""
