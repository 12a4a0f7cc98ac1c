"""The engine ``sat``: plain clauses for a SAT solver, one module a genre (extra ``solvers``).

The clauses about the cells' colours are those of a few cells each. Where a solution leaves a colour unconnected, cuts
are added to the same solver, which keeps what it has learnt.
"""
