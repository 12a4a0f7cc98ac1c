"""Gateware that several units use: counting ones, shared ports, memories, and grids held as row vectors."""
