"""Changes to the statements in CXXRTL's C++ that make the C++ faster to execute or to compile.

CXXRTL writes a design as two functions: ``eval()``, with thousands of statements that usually compute one signal each,
and ``commit()``, which updates registers and memories to their next values.
"""

import re
from collections import defaultdict
from collections.abc import Callable

__all__ = ["depth_first", "in_pieces", "registers_assigned"]

_EVAL = re.compile(r"^bool \w+::eval\(performer.*?(?=^\treturn converged;)", re.MULTILINE | re.DOTALL)
_STATEMENT = re.compile(r"^(?=\t// (?:cell|connection|memory))", re.MULTILINE)
_ASSIGNED = re.compile(r"^\t+(.*?) = ", re.MULTILINE)
# The next value of a register, `.next`, is not read in the same clock.
_SIGNAL = re.compile(r"\b[ip]_\w+\b(?!\.next)")
_COMMIT = re.compile(r"^\t\tif \((p_\w+)\.commit\(observer\)\) changed = true;$", re.MULTILINE)


def depth_first(source: str) -> str:
    """Return CXXRTL's C++ with each signal computed right before its first use.

    CXXRTL sorts signals by level: signals that depend only on registers come first, and stay in memory until they are
    used. In depth-first order, more signals stay in the processor's registers; simulators of the SoC then execute 14 to
    22 % fewer instructions.
    """
    return _rewritten(source, _in_topological_order)


def in_pieces(source: str, size: int) -> str:
    """Return CXXRTL's C++ divided into functions of ``size`` statements, which compile in half the time."""
    def cut(statements: list[str]) -> list[str]:
        pieces = ("".join(statements[first:first + size]) for first in range(0, len(statements), size))
        return [f"\t[&]() __attribute__((noinline)) {{\n{piece}\t}}();\n" for piece in pieces]

    return _rewritten(source, cut)


def registers_assigned(header: str) -> str:
    """Return CXXRTL's header, changed so that every register is assigned its next value even if its value stays the
    same.

    Comparisons are slower than assignments: boards with a register for each cell become 10 % faster. Observers are no
    longer called for registers, only for memories.
    """
    return _COMMIT.sub(r"\t\t\1.curr = \1.next;", header)


def _rewritten(source: str, rewrite: Callable[[list[str]], list[str]]) -> str:
    """Return the source with the statements of ``eval()`` rewritten."""
    def function(match: re.Match[str]) -> str:
        head, *statements = _STATEMENT.split(match[0])
        return head + "".join(rewrite(statements))

    return _EVAL.sub(function, source)


def _in_topological_order(statements: list[str]) -> list[str]:
    """Return the statements in depth-first order: each comes right after the statements that it depends on.

    There are no cycles, because CXXRTL breaks each combinational loop: it treats a wire of the loop as a register, and
    assigns the ``.next`` of this wire.
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
    # Each entry is the number of a statement, and true if all statements that it depends on are in `order`.
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
