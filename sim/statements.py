"""The order of the statements in CXXRTL's C++.

CXXRTL writes a design as one function, ``eval()``, with thousands of statements, most of which compute a signal each.
"""

import re
from collections import defaultdict

__all__ = ["depth_first", "in_pieces"]

_EVAL = re.compile(r"^bool \w+::eval\(performer.*?(?=^\treturn converged;)", re.MULTILINE | re.DOTALL)
_STATEMENT = re.compile(r"^(?=\t// (?:cell|connection|memory))", re.MULTILINE)
_ASSIGNED = re.compile(r"^\t+(.*?) = ", re.MULTILINE)
# What a register becomes, `.next`, is not read in the same clock.
_SIGNAL = re.compile(r"\b[ip]_\w+\b(?!\.next)")


def depth_first(source: str) -> str:
    """Return CXXRTL's C++ with each signal computed right before its first use.

    CXXRTL goes by levels: what depends on registers alone comes first, and waits for its use in memory. In this order
    more of it stays in the processor's registers: a simulator of the SoC executes a fifth fewer instructions.
    """
    def sort(function: re.Match[str]) -> str:
        head, *statements = _STATEMENT.split(function[0])
        return head + "".join(_behind_their_sources(statements))

    return _EVAL.sub(sort, source)


def in_pieces(source: str, statements: int) -> str:
    """Return CXXRTL's C++ with a function for each so many statements: a large one takes twice as long to compile."""
    def cut(function: re.Match[str]) -> str:
        head, *all_of_them = _STATEMENT.split(function[0])
        pieces = ("".join(all_of_them[first:first + statements]) for first in range(0, len(all_of_them), statements))
        return head + "".join(f"\t[&]() __attribute__((noinline)) {{\n{piece}\t}}();\n" for piece in pieces)

    return _EVAL.sub(cut, source)


def _behind_their_sources(statements: list[str]) -> list[str]:
    """Return the statements in the order in which a depth-first search leaves them.

    There are no circles: CXXRTL cuts them by wires that become what they are in ``.next``.
    """
    assigned = [{name for target in _ASSIGNED.findall(text) for name in _SIGNAL.findall(target)} for text in statements]
    sources = defaultdict(list)
    for number, names in enumerate(assigned):
        for name in names:
            sources[name].append(number)
    read = [sorted(sources.keys() & set(_SIGNAL.findall(text)) - names) for text, names in zip(statements, assigned)]
    inner = set().union(*read)

    order: list[int] = []
    seen: set[int] = set()
    # Each entry is a statement to come to, or one whose sources are placed.
    work = [(number, False) for number in reversed(range(len(statements))) if not assigned[number] & inner]
    while work:
        number, ready = work.pop()
        if ready:
            order.append(number)
        elif number not in seen:
            seen.add(number)
            work.append((number, True))
            work += [(source, False) for name in reversed(read[number]) for source in reversed(sources[name])]
    return [statements[number] for number in order]
