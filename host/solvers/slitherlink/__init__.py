"""The engine ``slitherlink-logic``: the deducer's deduction in software, and explanations in a person's steps."""
