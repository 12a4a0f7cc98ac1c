"""Gateware that more than one unit uses: counting ones, and helpers for grids held as row vectors."""
