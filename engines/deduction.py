"""Counters and options that all engines with deduction share."""

from collections.abc import Mapping

from rowloom.engines.engine import Counter, Option

__all__ = ["counters_of", "words_option"]


def counters_of(tried: str, works: Mapping[str, str], visited: str = "rows") -> tuple[Counter, ...]:
    """Return the counters of a deducer.

    Parameters
    ----------
    tried, visited : str
        What its lookahead tries, and what its fixpoint visits, in words.
    works : mapping of str to str
        What its fixpoint does, in words, by the name of the output that is high meanwhile.
    """
    return (
        Counter("nodes", "nodes of the search", column="nodes"),
        Counter("probes", tried, column="lookaheads"),
        Counter("visits", f"{visited} visited", column="visits"),
        *(Counter(name, f"clock cycles of {words}", column=name, share=True) for name, words in works.items()),
        Counter("probing", "clock cycles of lookahead beyond these", column="probing", share=True),
    )


def words_option(frame: int = 0, columns: bool = False) -> Option:
    """Return the option for the memory of states.

    Parameters
    ----------
    frame : int, optional
        Rows of a page beyond the puzzle's.
    columns : bool, optional
        A page has at least as many words as the puzzle has columns.
    """
    rows = f"rows{f' + {frame}' if frame else ''}"
    page = f"{rows}, or columns if these are more," if columns else rows
    return Option(
        "words",
        f"rows of state in memory: {page} for each page of the search and for two more",
        default=512,
        allowed=lambda size: range(4 * max(size.rows + frame, size.cols if columns else 0), 1 << 16),
    )
