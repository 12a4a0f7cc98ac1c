"""Puzzles and solutions that are too large for a message: in pieces to a board's memory, and from there."""

from collections.abc import Callable
from functools import partial
from operator import eq
from threading import Event

from rowloom.host.link.session import Session
from rowloom.host.wire.protocol import MAX_PIECE, Answer, Fetch, Piece, Reason, Refused, Request, Store, Stored

__all__ = ["Forgotten", "fetch", "store"]


class Forgotten(Exception):
    """The board has forgotten the session, and all that it stored."""


def store(session: Session, number: int, genre: int, engine: int, cells: bytes, cancel: Event) -> bool:
    """Store a puzzle on the board of a session.

    Parameters
    ----------
    session : Session
    number : int
        That of the puzzle's job, which is the next one.
    genre, engine : int
        By the numbers of the protocol.
    cells : bytes
        The puzzle, a byte a cell.
    cancel : Event
        Ends this once it is set.

    Returns
    -------
    bool
        Whether all cells are there; not if it was cancelled.

    Raises
    ------
    Forgotten
    LinkError
        If the link breaks or the board falls silent.
    """
    for offset in range(0, len(cells), MAX_PIECE):
        piece = cells[offset : offset + MAX_PIECE]
        if cancel.is_set():
            return False
        _ask(session, number, Store(genre, engine, offset, piece), partial(eq, Stored(offset + len(piece))))
    return True


def fetch(session: Session, number: int, solutions: int, cells: int) -> list[bytes]:
    """Fetch a job's solutions, which are in the board's memory.

    Parameters
    ----------
    session : Session
    number : int
        The job's.
    solutions : int
        How many there are.
    cells : int
        The length of each, a byte a cell. A board without all of them may give less.

    Raises
    ------
    Forgotten, LinkError
        As :func:`store`.
    """
    return [_fetch_one(session, number, solution, cells) for solution in range(solutions)]


def _fetch_one(session: Session, number: int, solution: int, cells: int) -> bytes:
    found = b""
    while len(found) < cells:
        request = Fetch(solution, len(found), min(MAX_PIECE, cells - len(found)))
        piece = _ask(session, number, request, _is_piece(request))
        assert isinstance(piece, Piece)
        if not piece.cells:
            break
        found += piece.cells
    return found


def _is_piece(request: Fetch) -> Callable[[Answer], bool]:
    return lambda heard: isinstance(heard, Piece) and (heard.solution, heard.offset) == (
        request.solution, request.offset)


def _ask(session: Session, number: int, request: Request, answers: Callable[[Answer], bool]) -> Answer:
    """Ask about a job; return the answer."""
    answer = session.ask(request, answers, (Reason.NO_SESSION,), session.timeout, number)
    if answer is None:
        raise session.silence()
    if isinstance(answer, Refused):
        raise Forgotten
    return answer
