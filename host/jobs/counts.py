"""How many solutions a search has found, in words, and whether that says that there is only one."""

__all__ = ["NO_SOLUTION", "SOLVED", "in_words", "is_unique"]

SOLVED, NO_SOLUTION = "solved", "no-solution"


def in_words(found: int, count: int, complete: bool) -> tuple[str, str]:
    """Return status and message of a search that did not fail.

    It found ``found`` of ``count`` solutions, 0 for all there are; ``complete`` is as in :class:`Outcome`.
    """
    all_known = _all_known(found, count, complete)
    match found:
        case 0:
            return NO_SOLUTION, "there is no solution"
        case 1 if all_known:
            return SOLVED, "unique: there is no other solution"
        case 1 if count == 1:
            return SOLVED, ""
        case 1:
            return SOLVED, "a solution; the search for another one was ended"
        case 2 if count == 2:
            return SOLVED, "not unique: there is a second solution"
    return SOLVED, f"not unique: there are {'' if all_known else 'at least '}{found:,} solutions"


def is_unique(found: int, count: int, complete: bool) -> bool | None:
    """Return whether there is exactly one solution, None if that is not known, from what :func:`in_words` takes."""
    if found > 1 or _all_known(found, count, complete):
        return found == 1
    return None


def _all_known(found: int, count: int, complete: bool) -> bool:
    return complete and (count == 0 or found < count)
