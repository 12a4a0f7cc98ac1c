"""What the descriptions of engines that deduce, and of their genres, have in common."""

from collections.abc import Mapping

from rowloom.hw.engine import Counter, Genre, Option

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
        firmware="engines/clued.c",
    )


def counters_of(tried: str, works: Mapping[str, str]) -> tuple[Counter, ...]:
    """Return the counters of a deducer, with what its lookahead tries and what its fixpoint does, in words.

    Parameters
    ----------
    tried : str
    works : mapping of str to str
        By the names of the outputs that tell so.
    """
    return (
        Counter("nodes", "nodes of the search", column="nodes"),
        Counter("probes", tried, column="lookaheads"),
        Counter("visits", "rows visited", column="visits"),
        *(Counter(name, f"clock cycles of {words}", column=name, share=True) for name, words in works.items()),
        Counter("probing", "clock cycles of lookahead beyond these", column="probing", share=True),
    )


def words_option(frame: int) -> Option:
    """Return the option for the memory of states; a page has ``frame`` rows besides the puzzle's."""
    return Option(
        "words",
        f"rows of state in memory: rows{f' + {frame}' if frame else ''} for each page of the search and for two more",
        default=512,
        allowed=lambda size: range(4 * (size.rows + frame), 1 << 16),
    )
