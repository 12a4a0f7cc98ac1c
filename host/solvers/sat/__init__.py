"""The engine ``sat``: clauses for a SAT solver (extra ``solvers``).

Clauses about colours have a few cells each. If a solution leaves a colour unconnected, cuts are added to the solver.
"""
