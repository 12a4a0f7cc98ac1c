"""The engine ``slitherlink-logic``: what the deducer deduces, in software, and the same in steps as a person takes."""
