"""The genres of the page: what it says of puzzles and solutions is what the host says."""

import json
import random
from itertools import product

from rowloom.host.formats import read
from rowloom.host.puzzles import BOARD_GENRES, GENRES, PuzzleError, canal, slitherlink
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan, domain
from rowloom.host.puzzles.sudoku import Sudoku
from support.page import as_page
from support.puzzles import full_grid

RNG = random.Random("rules")
KINDS = {kind.genre: kind for kind in (Slitherlink, Sudoku, Slink, Smullyan, Canal)}


def region(rows, cols, size):
    """Some cells that are connected."""
    cells = {(RNG.randrange(rows), RNG.randrange(cols))}
    while len(cells) < size:
        row, col = RNG.choice(sorted(cells))
        down, right = RNG.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        if 0 <= row + down < rows and 0 <= col + right < cols:
            cells.add((row + down, col + right))
    return cells


def colours(rows, cols):
    """Cells of two colours, often in one region."""
    cells = region(rows, cols, RNG.randrange(1, max(2, rows * cols // 2)))
    if RNG.random() < 0.2:
        cells = set()
    if RNG.random() < 0.3:
        cells ^= {(RNG.randrange(rows), RNG.randrange(cols))}
    return tuple("".join("01"[(row, col) in cells] for col in range(cols)) for row in range(rows))


def truths(solution):
    """For each genre of two colours, the clues that the solution gives, as a function of the cell."""
    lines = slitherlink._lines(solution)
    views = canal.views(solution)
    rows, cols = len(solution), len(solution[0])
    blank = Smullyan("", rows, cols, ((None,) * cols,) * rows)
    inside = {cell for cell in blank.cells if solution[cell[0]][cell[1]] == "1"}

    def edges(row, col):
        horizontal, vertical = lines
        return sum(horizontal[row + at][col] + vertical[row][col + at] for at in (0, 1))

    def knaves(row, col):
        # A knave's clue must not be true, and is now and then.
        lie = (row, col) in inside and RNG.random() < 0.95
        return len(inside.intersection(domain(blank, (row, col)))) + lie

    return {Slitherlink: edges, Slink: edges, Smullyan: knaves, Canal: lambda row, col: views[row][col]}


def of_two_colours():
    """Puzzles with solutions, most of which are almost right."""
    for _ in range(600):
        rows, cols = RNG.randrange(1, 7), RNG.randrange(1, 7)
        solution = colours(rows, cols)
        for kind, truth in truths(solution).items():
            share = 1 if kind is Slink else RNG.random()
            clues = {
                cell: truth(*cell) for cell in product(range(rows), range(cols))
                if RNG.random() < share and (kind is not Canal or solution[cell[0]][cell[1]] == "0")
            }
            most = 3 if kind in (Slitherlink, Slink) else 999
            if any(clue > most for clue in clues.values()):
                continue
            for cell in clues:
                if RNG.random() < 0.02:
                    clues[cell] = RNG.randrange(most + 1)
                elif most > 3 and RNG.random() < 0.1:
                    clues[cell] = UNKNOWN
            grid = tuple(tuple(clues.get((row, col)) for col in range(cols)) for row in range(rows))
            yield kind("one", rows, cols, grid), solution


def sudokus():
    """Sudokus with solutions, some of which are wrong."""
    for order in (2, 3, 3, 3, 4, 4, 5, 6) * 3:
        grid = [list(row) for row in full_grid(order)]
        size = order**2
        cells = tuple(tuple(digit if RNG.random() < 0.4 else 0 for digit in row) for row in grid)
        for _ in range(RNG.choice((0, 0, 1, 3))):
            row, col, other = (RNG.randrange(size) for _ in range(3))
            grid[row][col] = grid[row][other]
        yield Sudoku("one", size, size, cells), tuple(map(tuple, grid))


def some_puzzles():
    """Puzzles as the page may have them, and whether the host takes them."""
    for _ in range(400):
        genre = RNG.choice(sorted(GENRES))
        rows, cols = (RNG.choice((4, 9)),) * 2 if genre == "sudoku" else (RNG.randrange(1, 4), RNG.randrange(1, 4))
        most = RNG.choice((3, 4, 9, 999, 1000))
        empty = RNG.choice((0, 0.5, 0.95))
        clues = [
            [None if RNG.random() < empty else RNG.randrange(genre == "sudoku", most + 1) for _ in range(cols)]
            for _ in range(rows)
        ]
        puzzle = {"genre": genre, "name": "one", "rows": rows, "cols": cols, "clues": clues}
        (found,) = read(json.dumps(puzzle | {"cells": clues}), "one")
        yield {"puzzle": puzzle, "isRight": not isinstance(found, PuzzleError)}


def encodings(pairs):
    for puzzle, solution in pairs:
        genre = BOARD_GENRES[puzzle.genre]
        whole = puzzle.rows <= 16
        data = genre.encode_solution(solution) if whole else bytes(digit for row in solution for digit in row)
        yield {
            "puzzle": as_page(puzzle), "encoded": genre.encode(puzzle).hex(),
            "solution": solution, "encodedSolution": data.hex(),
        }  # fmt: skip


def test_the_page_knows_the_rules_and_the_encodings(in_node):
    pairs = [*of_two_colours(), *sudokus()]
    # A wrong grid has no encoding from which it can be found again.
    sent = [(one, solution) for one, solution in pairs
            if not (one.genre == Sudoku.genre and Sudoku.verify(one, solution))]
    in_node("rules.test.js", {
        "genres": [(name, KINDS[name].title, KINDS[name].rule) for name in GENRES],
        "onBoards": {name: BOARD_GENRES[name].genre for name in GENRES},
        "solutions": [
            {"puzzle": as_page(one), "solution": solution, "faults": GENRES[one.genre].verify(one, solution)}
            for one, solution in pairs
        ],
        "puzzles": list(some_puzzles()),
        "encodings": list(encodings(sent)),
    })

