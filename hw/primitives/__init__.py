"""Gateware that more than one unit uses: counting ones, memories, and helpers for grids held as row vectors."""
