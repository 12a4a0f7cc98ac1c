"""The page's genres agree with the host's: the rules, the encodings, and the hints."""

import json
import random
from dataclasses import replace
from itertools import product

import rowloom
from rowloom.host.formats import read
from rowloom.host.puzzles import BOARD_GENRES, GENRES, PuzzleError
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from support.page import as_page, certain_values
from support.puzzles import EXAMPLES, made

RNG = random.Random("rules")
SMALL = 150
"""The number of random puzzles of each shading genre; most of them have several solutions, or none."""


def examples(*patterns):
    """Return the first puzzle of each example file whose name matches a pattern."""
    paths = (path for pattern in patterns for path in sorted(EXAMPLES.glob(pattern)))
    return [rowloom.read(path.read_text())[0] for path in paths]


def solved(puzzles):
    """Return each puzzle and one of its solutions."""
    return [(puzzle, rowloom.solve(puzzle, engine="sat").solutions[0]) for puzzle in puzzles]


def some_solved():
    puzzles = examples("slitherlink-5x*", "*-10x10-easy*", "sudoku-9x*", "sudoku-16x*easy*", "sudoku-25x*easy*")
    for genre, size, seed in product(("slitherlink", "slink", "smullyan", "canal"), (3, 4), range(2)):
        puzzles.append(made(genre, size, size, "easy", seed))
    empty = Slitherlink("empty", 1, 2, ((None, None),))
    return [*solved([*puzzles, made("sudoku", 4, 4, "easy", 1)]), (empty, ("00",))]


def changed(puzzle, solution):
    """Return the puzzle and the solution with random changes: up to three cells, and sometimes a clue."""
    rows = [list(row) for row in solution]
    for _ in range(RNG.choice((0, 1, 1, 2, 3))):
        row, col, other = RNG.randrange(puzzle.rows), RNG.randrange(puzzle.cols), RNG.randrange(puzzle.cols)
        rows[row][col] = rows[row][other] if puzzle.genre == "sudoku" else "10"[int(rows[row][col])]
    if puzzle.genre == "sudoku":
        return puzzle, tuple(map(tuple, rows))
    clues = [list(row) for row in puzzle.clues]
    places = [(row, col) for row, col in product(range(puzzle.rows), range(puzzle.cols)) if clues[row][col] is not None]
    if places and RNG.random() < 0.3:
        row, col = RNG.choice(places)
        values = (0, 1, 2, 3) if puzzle.genre in ("slitherlink", "slink") else (0, 1, 2, 7, 300, UNKNOWN)
        clues[row][col] = RNG.choice(values)
    return replace(puzzle, clues=tuple(map(tuple, clues))), tuple("".join(row) for row in rows)


def some_puzzles():
    """Yield random puzzles in the page's format, valid or not; ``isRight`` says whether the host accepts a puzzle."""
    for _ in range(400):
        genre = RNG.choice(sorted(GENRES))
        rows, cols = (RNG.choice((4, 9)),) * 2 if genre == "sudoku" else (RNG.randrange(1, 4), RNG.randrange(1, 4))
        most, empty = RNG.choice((3, 4, 9, 999, 1000)), RNG.choice((0, 0.5, 0.95))
        clues = [[None if RNG.random() < empty else RNG.randrange(genre == "sudoku", most + 1) for _ in range(cols)]
                 for _ in range(rows)]
        puzzle = {"genre": genre, "name": "one", "rows": rows, "cols": cols, "clues": clues}
        (found,) = read(json.dumps(puzzle | {"cells": clues}), "one")
        yield {"puzzle": puzzle, "isRight": not isinstance(found, PuzzleError)}


def encoded(puzzle, solution):
    genre = BOARD_GENRES[puzzle.genre]
    is_whole = puzzle.rows <= 16
    data = genre.encode_solution(solution) if is_whole else bytes(digit for row in solution for digit in row)
    return {"puzzle": as_page(puzzle), "encoded": genre.encode(puzzle).hex(), "solution": solution,
            "encodedSolution": data.hex()}


def test_the_page_knows_the_rules_and_the_encodings(in_node):
    right = some_solved()
    pairs = [*right, *(changed(*pair) for pair in right for _ in range(60))]
    # The encoding of a Sudoku's solution omits the last row and column, so only right solutions can be decoded again.
    sent = right + [(one, solution) for one, solution in pairs if one.genre != "sudoku"]
    in_node("rules.test.js", {
        "genres": [(name, genre.title, genre.rule) for name, genre in GENRES.items()],
        "onBoards": {name: BOARD_GENRES[name].genre for name in GENRES},
        "solutions": [{"puzzle": as_page(one), "solution": solution, "faults": GENRES[one.genre].verify(one, solution)}
                      for one, solution in pairs],
        "puzzles": list(some_puzzles()),
        "encodings": [encoded(*pair) for pair in sent],
    })  # fmt: skip


# Hints for shading puzzles


def small():
    """Yield random puzzles, each with the values that all its solutions share (None if the puzzle has no solution)."""
    rng = random.Random("shades")
    for kind, _ in product((Canal, Smullyan), range(SMALL)):
        rows, cols, share = rng.randrange(1, 5), rng.randrange(1, 6), rng.choice((0.1, 0.2, 0.4))
        values = [*range(rng.choice((2, 3, 4)) + 1), UNKNOWN]
        clues = tuple(
            tuple(rng.choice(values) if rng.random() < share else None for _ in range(cols)) for _ in range(rows)
        )
        puzzle = kind("one", rows, cols, clues)
        yield {"puzzle": as_page(puzzle), "certain": certain_values(rowloom.certain(puzzle, engine="sat"))}


def case(source, marks, words, **more):
    """Return a puzzle, its marks (``#`` is shaded, ``-`` is unshaded), and a message with the typography of the
    page."""
    (puzzle,) = rowloom.read(source)
    words = words and words.replace("'", "\u2019").replace("2x2", "2\u00d72")
    return {"puzzle": as_page(puzzle), "marks": marks.split(), "words": words, **more}


HINTS = [
    # a puzzle, marks, the next hint, and the marks after this hint
    ("smullyan 2 3\n. . .\n. . .", "#.. ...",
     "These 2 cells must be unshaded: if either is shaded, two knaves share an edge.", "#-. -.."),
    ("smullyan 2 3\n. 1 .\n. . .", "#-. -..",
     "These 3 cells must be unshaded: if any of them is shaded, the knight's 1 at row 1, column 2 has too many knaves"
     " around it (at least 2).", "#-- ---"),
    ("smullyan 2 3\n1 . .\n. . .", "-.- ---",
     "Row 1, column 2 must be shaded: if it is unshaded, the knight's 1 at row 1, column 1 has too few knaves around"
     " it (at most 0).",
     "-#- ---"),
    ("smullyan 1 3\n. 0 .", "...",
     "These 2 cells must be unshaded: if either is shaded, its neighbours are unshaded, and the knight's 0 at row 1,"
     " column 2 has too many knaves around it (at least 1).", "-.-"),
    ("smullyan 1 4\n1 . . .", "-...",
     "Row 1, column 2 must be shaded: if it is unshaded, the knight's 1 at row 1, column 1 has too few knaves around"
     " it (at most 0).", "-#.."),
    ("smullyan 2 3\n4 . .\n. . .", ".-. -..",
     "Row 1, column 1 must be shaded: if it is unshaded, the knight's 4 at row 1, column 1 has too few knaves around"
     " it (at most 1).",
     "#-. -.."),
    ("smullyan 1 3\n1 . .", ".-.",
     "Row 1, column 1 must be unshaded: if it is shaded, the knave's 1 at row 1, column 1 tells the truth.", "--."),
    ("smullyan 1 3\n. . .", "-.-",
     "Row 1, column 2 must be unshaded: if it is shaded, the unshaded cells cannot all be connected"
     " (row 1, column 3 is cut off).", "---"),
    ("canal 1 3\n1 . .", "...",
     "Row 1, column 1 must be unshaded: if it is shaded, a cell with a number is shaded.", "-.."),
    ("canal 2 2\n. .\n. .", "## #.",
     "Row 2, column 2 must be unshaded: if it is shaded, a 2x2 block is shaded (from row 1, column 1 to"
     " row 2, column 2).", "## #-"),
    ("canal 1 4\n1 . . .", "-#..",
     "Row 1, column 3 must be unshaded: if it is shaded, the 1 at row 1, column 1 sees too many shaded cells"
     " (at least 2).", "-#-."),
    ("canal 1 4\n2 . . .", "-..-",
     "These 2 cells must be shaded: if either is unshaded, the 2 at row 1, column 1 sees too few shaded cells.",
     "-##-"),
    ("canal 1 4\n. . . .", "#..#",
     "These 2 cells must be shaded: if either is unshaded, the shaded cells cannot all be connected (row 1,"
     " column 4 is cut off).", "####"),
    ("canal 1 4\n. . . .", "#-..",
     "These 2 cells must be unshaded: if either is shaded, the shaded cells cannot all be connected.", "#---"),
    ("canal 3 3\n. . .\n. . .\n. . .", "#.. ... ..#", None, None),
]  # fmt: skip

FAULTS = [
    # a puzzle, marks, the rule that these marks break, and the place where they break it
    ("smullyan 1 2\n. .\n", "##", "two knaves share an edge", [[0, 0], [0, 1]]),
    ("smullyan 1 3\n. 1 .\n", "-.-", "the 1 at row 1, column 2 fits neither a knight nor a knave", [[0, 1]]),
    ("smullyan 1 3\n. 0 .\n", "#-.", "the knight's 0 at row 1, column 2 has too many knaves around it", [[0, 1]]),
    ("smullyan 2 3\n. 1 .\n. . .\n", "-#- ---", "the knave's 1 at row 1, column 2 tells the truth", [[0, 1]]),
    ("smullyan 1 3\n. . .\n", "-#-", "the unshaded cells cannot all be connected", [[0, 2]]),
    ("canal 1 2\n? .\n", "#.", "a cell with a number is shaded", [[0, 0]]),
    ("canal 2 2\n. .\n. .\n", "## ##", "a 2x2 block is shaded", [[0, 0], [0, 1], [1, 0], [1, 1]]),
    ("canal 1 3\n1 . .\n", "-##", "the 1 at row 1, column 1 sees too many shaded cells", [[0, 0]]),
    ("canal 1 3\n1 ? .\n", "...", "the 1 at row 1, column 1 sees too few shaded cells", [[0, 0]]),
    ("canal 1 4\n. . . .\n", "#-.#", "the shaded cells cannot all be connected", [[0, 3]]),
]


def test_hints_and_faults(in_node):
    in_node("hints.test.js", {
        **{kind: [{"puzzle": as_page(puzzle), "solution": solution} for puzzle, solution in solved(examples(*patterns))]
           for kind, patterns in {
               "shades": ("canal-*", "smullyan-*"),
               "loops": ("slitherlink-10x10-easy*", "slitherlink-10x10-normal*", "slink-*"),
               "digits": ("sudoku-9x9-*",),
           }.items()},
        "small": list(small()),
        "hints": [case(text, marks, words, after=after and after.split()) for text, marks, words, after in HINTS],
        "wrong": [case(text, marks, words, cells=cells) for text, marks, words, cells in FAULTS],
    })  # fmt: skip
