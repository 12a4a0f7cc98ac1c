"""Boards' engines, and the genres that these engines solve, as plain data, from which all lists of engines are
derived."""
