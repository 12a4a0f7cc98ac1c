"""Genres as they pass over the wire."""
