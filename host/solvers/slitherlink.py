"""A complete Slitherlink solver on z3: the software reference (extra ``solvers``).

The unknowns are the cells' colours, as in Miyauchi and Tanaka (2020), section 4, but as Booleans, and
connectivity is no part of the formula: it is added as cuts when a colouring breaks it.
"""

from collections.abc import Iterable, Iterator

from rowloom.host.puzzles.slitherlink import Slitherlink

try:
    import z3
except ImportError as error:
    raise ImportError("the reference solver needs z3: pip install 'rowloom[solvers]'") from error

__all__ = ["ClueSearch", "solutions"]

_Cell = tuple[int, int]


def solutions(puzzle: Slitherlink, limit: int = 2) -> list[tuple[str, ...]]:
    """The puzzle's solutions, up to a limit.

    Parameters
    ----------
    puzzle : Slitherlink
    limit : int
        After how many solutions to stop; by default as soon as it is known whether there is exactly one.

    Returns
    -------
    list of tuples of str
        Each one a row: "1" for a cell inside, "0" for one outside. Fewer than the limit are all there are.
    """
    search = ClueSearch(puzzle)
    clues = search.clue_cells
    found: list[tuple[str, ...]] = []
    while len(found) < limit and (solution := search.solve(clues)) is not None:
        found.append(solution)
        search.forbid(solution)
    return found


class ClueSearch:
    """Colourings that make one loop and satisfy some of a puzzle's clues, which may change from call to call.

    What was learnt for one choice of clues serves the next one, so that a generator may ask often.

    Parameters
    ----------
    puzzle : Slitherlink

    Members
    -------
    clue_cells : list of (row, column)
        The cells with clues.
    """

    def __init__(self, puzzle: Slitherlink):
        self._rows, self._cols = puzzle.rows, puzzle.cols
        self._cells = [(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)]
        self._inside = {cell: z3.Bool(f"inside_{cell[0]}_{cell[1]}") for cell in self._cells}
        self._solver = z3.SolverFor("QF_FD")
        self._solver.add(z3.Or(list(self._inside.values())))
        self._forbid_checker_patterns()

        self.clue_cells = [cell for cell in self._cells if puzzle.clues[cell[0]][cell[1]] is not None]
        self._holds = {cell: z3.Bool(f"clue_{cell[0]}_{cell[1]}") for cell in self.clue_cells}
        for cell, holds in self._holds.items():
            here = self._inside[cell]
            edges = [(z3.Xor(here, self._colour(other)), 1) for other in _beside(cell)]
            self._solver.add(z3.Implies(holds, z3.PbEq(edges, puzzle.clues[cell[0]][cell[1]])))

    def solve(self, clue_cells: Iterable[_Cell]) -> tuple[str, ...] | None:
        """A solution as far as the clues of these cells go; None if there is none.

        Raises
        ------
        RuntimeError
            If z3 gives up, as when it is interrupted.
        """
        assumptions = [self._holds[cell] for cell in clue_cells]
        while (outcome := self._solver.check(assumptions)) == z3.sat:
            model = self._solver.model()
            inside = {cell for cell, colour in self._inside.items() if z3.is_true(model[colour])}
            cuts = list(self._cuts(inside))
            if not cuts:
                return tuple(
                    "".join("01"[(row, col) in inside] for col in range(self._cols))
                    for row in range(self._rows)
                )
            self._solver.add(cuts)
        if outcome == z3.unknown:
            raise RuntimeError(f"z3 gave up: {self._solver.reason_unknown()}")
        return None

    def forbid(self, solution: tuple[str, ...]) -> None:
        """Makes every later answer differ from this one."""
        self._solver.add(
            z3.Or([colour != (solution[row][col] == "1") for (row, col), colour in self._inside.items()])
        )

    def _colour(self, cell: _Cell) -> z3.BoolRef:
        """Whether the cell is inside; the frame is not."""
        return self._inside.get(cell, z3.BoolVal(False))

    def _forbid_checker_patterns(self) -> None:
        for row in range(self._rows - 1):
            for col in range(self._cols - 1):
                a, b, c, d = (self._inside[row + i, col + j] for i in (0, 1) for j in (0, 1))
                self._solver.add(z3.Or(z3.Not(a), b, c, z3.Not(d)), z3.Or(a, z3.Not(b), z3.Not(c), d))

    def _cuts(self, inside: set[_Cell]) -> Iterator[z3.BoolRef]:
        """Clauses that the colouring breaks and no solution does; none if inside and outside are connected.

        The cells round a region cut it off whatever colours its own cells have: as long as they all keep
        theirs, none of its cells can be joined to one beyond them.
        """
        regions = _regions(inside)
        for region in regions[1:]:
            far = self._inside[min(regions[0])]
            rim = [self._inside[cell] for cell in _rim(region) if cell in self._inside]
            for cell in region:
                yield z3.Or(z3.Not(self._inside[cell]), z3.Not(far), *rim)
        outside = set(self._cells) - inside
        for hole in _regions(outside):
            rim = _rim(hole)
            if all(cell in self._inside for cell in rim):
                open_rim = [z3.Not(self._inside[cell]) for cell in rim]
                for cell in hole:
                    yield z3.Or(self._inside[cell], *open_rim)


def _beside(cell: _Cell) -> list[_Cell]:
    row, col = cell
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


def _rim(region: set[_Cell]) -> set[_Cell]:
    """The cells beside the region, the frame's included."""
    return {other for cell in region for other in _beside(cell)} - region


def _regions(cells: set[_Cell]) -> list[set[_Cell]]:
    """The cells joined through edges, region by region, the largest first."""
    left, regions = set(cells), []
    while left:
        region, fresh = set(), {min(left)}
        while fresh:
            region |= fresh
            fresh = {other for cell in fresh for other in _beside(cell) if other in left} - region
        left -= region
        regions.append(region)
    return sorted(regions, key=lambda region: (-len(region), min(region)))
