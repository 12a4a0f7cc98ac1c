"""Remove the text around a pasted puzzle. This is the first step of reading a puzzle in any form."""

import re
import unicodedata
from urllib.parse import unquote

__all__ = ["decoded", "is_link", "plain", "unwrapped"]

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]")
_QUOTE_MARKS = re.compile(r"(?:>[ \t]?)+(?!$)")
_FENCE = re.compile(r"\s*(?:```|~~~)[\w +-]*$")

_LINK = re.compile(
    r"https?://"
    r"|(?<![\w@./?&=#%-])(?:(?:[a-z0-9-]+\.)+[a-z]{2,}(?::[0-9]+)?/|(?:p|p\.html)?\?[a-z0-9]+(?:_edit|_play)?[/&=%]"
    r"|(?:slither|slitherlink|sudoku|smullyan|canal|canalview)/[0-9]+/[0-9]+/|pzprv3[.0-9]*/)",
    re.IGNORECASE,
)
"""The beginning of a link; its scheme and its host may be missing."""
_END_OF_LINK = re.compile(r"""[\s<>"'`|\\{}\u201c\u201d\u2018\u2019]|[\])](?=[\s\])]|$)|\]\(""")
_TAG = re.compile(r"<(?!https?:|www\.|a\s)[a-z!?/]", re.IGNORECASE)
_FILE_IN_LINK = re.compile(r"pzprv3[.0-9]*/\S+ ")
"""The beginning of a link that contains a file of pzpr. Its blanks have been decoded, so the link does not end at the
first blank."""

_AROUND = re.compile(r"""^[\s"'`<(|\u201c\u2018]+|[\s"'`>)|,;\u201d\u2019]+$""")
_BRACKETS = tuple("[({")
"""The first characters of JSON values and of lists. Lines that begin with one of these characters are not changed."""


def plain(line: str) -> str:
    """Remove from a line the characters that mail programs, Markdown, phones and editors add; return the line. Do not
    call this for comments.

    Quote marks, fences and invisible characters are removed. Characters that look like ASCII characters, such as
    full-width digits, non-breaking spaces and ellipses, are replaced by ASCII characters.
    """
    if not line.isascii():
        line = unicodedata.normalize("NFKC", _INVISIBLE.sub("", line)).rstrip()
    if line[:1] == ">":
        line = _QUOTE_MARKS.sub("", line, count=1)
    return "" if _FENCE.match(line) else line


def is_link(text: str) -> bool:
    """Return whether a line contains a link."""
    return not _TAG.match(text) and _LINK.search(text) is not None


def unwrapped(line: str) -> str:
    """Return the link in a line. If the line has no link, return the line without the quotes and brackets around it."""
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
    """Decode the percent-encoded characters of a link, and return the link; a link that was encoded several times is
    decoded completely."""
    for _ in range(3):
        link, before = unquote(link), link
        if link == before:
            break
    return link.replace("&amp;", "&")
