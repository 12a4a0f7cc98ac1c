"""Slitherlink: its engines, each in a folder."""
