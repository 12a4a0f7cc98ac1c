"""The engine ``sat``: plain clauses for a SAT solver, one module a genre (extra ``solvers``).

Of the cells' colours, only what can be said of a few cells at a time is in the clauses. That a colour is connected is
added when a colouring breaks it, as cuts, to the same solver, which keeps what it has learnt.
"""
