"""What engines that deduce have in common: states in pages, lookahead, and what passes over the line."""
