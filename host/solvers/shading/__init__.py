"""The engine ``shading-logic``, for Smullyanic Dynasties and Canal Views: rules, lookahead, branching."""
