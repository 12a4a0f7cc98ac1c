"""Known formats and sites that are not supported, and messages with advice about them."""

import re
from collections.abc import Iterator

from rowloom.host.formats.format import Block
from rowloom.host.puzzles import Puzzle
from rowloom.host.puzzles.text import quoted
from rowloom.host.puzzles.text.unwrap import is_link

__all__ = ["begins", "read", "refusal"]

_STORED = "names a puzzle that only the site stores; copy the"

_REFUSED = {
    re.compile(pattern, re.IGNORECASE): what
    for pattern, what in {
        "[0-9]x[0-9]:d?:k:": "a Killer Sudoku; only plain Sudokus are supported",
        "(?-i:SumoCueV[0-9])": "a Sudoku of SumoCue with cages or a jigsaw; only plain Sudokus are supported",
        "<!doctype html|<html|<head|<body": "an HTML page; copy the puzzle out of it",
        "(?:square|sudoku|kakuro|hex|tri|pyramid|iso|cube)(?:,[0-9]+){4}":
            "a text of penpa-edit; copy the clues as text, or use the puzzle's puzz.link URL",
        "(?-i:(?:scl|fpuz(?:zles)?)N4Ig)": "a puzzle in the form of SudokuPad; copy the grid as text",
        "(?-i:%PDF-)": "a PDF; copy the puzzle out of it",
        ".*(penpa)": "copy the clues as text, or use the puzzle's puzz.link URL",
        ".*(sudokupad)": f"it {_STORED} grid as text",
        r".*(crackingthecryptic\.com)": f"it is a link of SudokuPad, and {_STORED} grid as text",
        ".*(f-puzzles)": "export the grid as text there",
        r".*(puzzle-(?:slitherlink|loop)\.com)": f"it {_STORED} clues as text, with a size line above them",
        r".*(puzzle-sudoku\.com)": f"it {_STORED} grid as text",
        ".*(sudokuwiki)": "export the Sudoku there as 81 digits, or as a link that ends in '?bd=' and the digits",
        r".*(janko\.at)": "copy the clues as text, with a size line above them",
    }.items()
}
"""The messages, by patterns for the beginning of a line. A pattern with a group matches links without a puzzle; the
group matches the name of the site."""


def refusal(text: str, link: bool = False) -> str:
    """Return the message about a line, or about a link without a puzzle; empty if no pattern matches."""
    for pattern, what in _REFUSED.items():
        if bool(pattern.groups) == link and (found := pattern.match(text)):
            return f"a link of {found[1].lower()} is not supported: {what}" if link else f"{quoted(text)} is {what}"
    return ""


def begins(text: str) -> bool:
    """Return whether the line begins an unsupported format."""
    return not is_link(text) and refusal(text) != ""


def read(block: Block) -> Iterator[Puzzle]:
    """Skip the lines up to the next blank line, and raise ValueError."""
    block.skip(bool)
    raise ValueError(refusal(block.text))
    yield
