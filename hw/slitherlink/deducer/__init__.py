"""The deducing engine."""
