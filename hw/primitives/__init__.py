"""Gateware that several units use: counting ones, shared ports, memories, and operations on row vectors."""
