"""The engine ``shading-logic``, which solves Smullyanic Dynasties and Canal Views by rules, lookahead and branching."""
