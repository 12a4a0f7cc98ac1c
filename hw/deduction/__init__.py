"""The parts that all deducing engines share: states in pages, lookahead, and the packing of clues and solutions."""
