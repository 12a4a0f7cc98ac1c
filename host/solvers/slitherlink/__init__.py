"""The engine ``slitherlink-logic``, which deduces as the deducer does, and explains solutions in steps for people."""
