"""What the descriptions of engines that deduce, and of their genres, have in common."""

from collections.abc import Mapping

from rowloom.engines.engine import Counter, Genre, Option

__all__ = ["clued_genre", "counters_of", "words_option"]


def clued_genre(name: str, number: int, clue_bits: int) -> Genre:
    """Return a genre in which some cells have a clue of so many bits, and a bit for each cell is a solution.

    On the wire, a puzzle is a bit for each cell, 1 if it has a clue, then the clues. The other parameters are those of
    :class:`Genre`.
    """
    return Genre(
        name=name,
        number=number,
        puzzle_bytes=lambda size: (size.rows * size.cols + 7) // 8 + (size.rows * size.cols * clue_bits + 7) // 8,
        solution_bytes=lambda size: (size.rows * size.cols + 7) // 8,
    )


def counters_of(tried: str, works: Mapping[str, str], visited: str = "rows") -> tuple[Counter, ...]:
    """Return the counters of a deducer, with what its lookahead tries and what its fixpoint does, in words.

    Parameters
    ----------
    tried, visited : str
    works : mapping of str to str
        By the names of the outputs that tell so.
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
        The rows that a page has besides the puzzle's.
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
