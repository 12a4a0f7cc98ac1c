"""Slitherlink: the geometry of patterns, and the units of the paper's checker."""
