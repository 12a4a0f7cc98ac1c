"""Canal View: a canal of shaded cells, seen from cells with clues."""
