"""Bitstreams from a build's folder to a board."""
