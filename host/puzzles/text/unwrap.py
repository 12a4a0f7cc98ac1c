"""Remove the text around a pasted puzzle: the first step of reading, whatever the form."""

import re
import unicodedata
from urllib.parse import unquote

__all__ = ["decoded", "is_link", "plain", "unwrapped"]

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]")
_QUOTE_MARKS = re.compile(r"(?:>[ \t]?)+(?!$)")
"""The marks of quoted lines in mail and Markdown."""
_FENCE = re.compile(r"\s*(?:```|~~~)[\w +-]*$")
"""The lines around code in Markdown."""

_LINK = re.compile(
    r"https?://"
    r"|(?<![\w@./?&=#%-])(?:(?:[a-z0-9-]+\.)+[a-z]{2,}(?::[0-9]+)?/|(?:p|p\.html)?\?[a-z0-9]+(?:_edit|_play)?[/&=%]"
    r"|(?:slither|slitherlink|sudoku|smullyan|canal|canalview)/[0-9]+/[0-9]+/|pzprv3[.0-9]*/)",
    re.IGNORECASE,
)
"""The beginning of a link, with or without its scheme and its host."""
_END_OF_LINK = re.compile(r"""[\s<>"'`|\\{}\u201c\u201d\u2018\u2019]|[\])](?=[\s\])]|$)|\]\(""")
_TAG = re.compile(r"<(?!https?:|www\.|a\s)[a-z!?/]", re.IGNORECASE)
_FILE_IN_LINK = re.compile(r"pzprv3[.0-9]*/\S+ ")
"""A file of pzpr in a link whose blanks were decoded already."""

_AROUND = re.compile(r"""^[\s"'`<(|\u201c\u2018]+|[\s"'`>)|,;\u201d\u2019]+$""")
_BRACKETS = tuple("[({")
"""The first characters of JSON and of lists: nothing is removed around these."""


def plain(line: str) -> str:
    """Return a line that is no comment without what mail, Markdown, phones and editors make of it.

    Quote marks, fences and invisible characters go; ASCII comes back where look-alikes stand for it, such as full-width
    digits, blanks that do not break, and three dots in one character.
    """
    if not line.isascii():
        line = unicodedata.normalize("NFKC", _INVISIBLE.sub("", line)).rstrip()
    if line[:1] == ">":
        line = _QUOTE_MARKS.sub("", line, count=1)
    return "" if _FENCE.match(line) else line


def is_link(text: str) -> bool:
    """Return whether there is a link in a line."""
    return not _TAG.match(text) and _LINK.search(text) is not None


def unwrapped(line: str) -> str:
    """Return the link in a line without what stands around it, or else the line without quotes and the like."""
    line = line.strip()
    if _TAG.match(line):
        return line
    if (begin := _LINK.search(line)) is None:
        return line if line[:1] in _BRACKETS else _AROUND.sub("", line)
    link = line[begin.start() :]
    if not _FILE_IN_LINK.search(link) and (end := _END_OF_LINK.search(link)):
        link = link[: end.start()]
    return link.rstrip(",;:!?#")


def decoded(link: str) -> str:
    """Return a link without percent signs, however often it was packed into other links."""
    for _ in range(3):
        link, before = unquote(link), link
        if link == before:
            break
    return link.replace("&amp;", "&")
