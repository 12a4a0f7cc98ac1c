"""Puzzles as text: links, the formats of other programs, and the genres' own formats."""

from rowloom.host.formats.format import Form
from rowloom.host.formats.reader import read
from rowloom.host.formats.registry import FORMS, begins

__all__ = ["FORMS", "Form", "begins", "read"]
