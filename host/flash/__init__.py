"""Programming a board with a bitstream."""
