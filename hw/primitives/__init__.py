"""Gateware that several units use: counting ones, shared ports, memory attributes, and grids held as row vectors."""
