"""The engine ``slitherlink-logic``, which deduces as the gateware's deducer does, and explains solutions in steps."""
