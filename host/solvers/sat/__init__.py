"""The engine ``sat``, which gives a SAT solver (extra ``solvers``) the rules as clauses.

Each clause about colours is about a few cells. If a solution leaves a colour unconnected, cuts are added to the solver.
"""
