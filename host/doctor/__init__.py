"""Tests of a board and of its connection to this computer, for ``rowloom doctor``."""
