"""The engine ``sat``, which passes the rules as clauses to a SAT solver (installed with the extra ``solvers``).

Most genres require that all cells of a colour are connected. The initial clauses do not state this. Instead, the search
checks each solution of the clauses. If the cells of a colour form several regions, the search adds clauses that exclude
this solution, and continues. These clauses are called cuts.
"""
