"""Texts with puzzles: links, the forms of other programs, and the genres' own."""

from rowloom.host.formats.format import Form, Unwritable
from rowloom.host.formats.reader import read
from rowloom.host.formats.registry import FORMS, begins

__all__ = ["FORMS", "Form", "Unwritable", "begins", "read"]
