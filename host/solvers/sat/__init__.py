"""The engine ``sat``, which passes the rules as clauses to a SAT solver (installed with the extra ``solvers``).

Most genres require that all cells of a colour are connected. The initial clauses do not state this. Instead, whenever
the cells of a colour form several regions in a solution, the search adds clauses, called cuts, that exclude this
solution.
"""
