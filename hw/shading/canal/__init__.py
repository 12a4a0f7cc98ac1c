"""The engine for Canal Views, in which a canal of shaded cells is seen from cells with clues."""
