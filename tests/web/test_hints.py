"""Hints of shading: they are right, solve the examples, and say why; and how marks break the rules."""

import random
from itertools import product
from pathlib import Path

import rowloom
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.smullyan import Smullyan
from support.page import as_page

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SMALL = 150
"""How many random puzzles of each genre there are; most have several solutions or none."""


def examples():
    """An example of each kind of both genres, with its solution."""
    for path in [*sorted(EXAMPLES.glob("canal-*.txt")), *sorted(EXAMPLES.glob("smullyan-*.txt"))]:
        puzzle = rowloom.read(path.read_text())[0]
        yield {"puzzle": as_page(puzzle), "solution": rowloom.solve(puzzle, engine="sat").solutions[0]}


def small():
    """Random puzzles, each with what its solutions have in common; None if it has none."""
    rng = random.Random("shades")
    for kind, most in product((Canal, Smullyan), [*range(SMALL)]):
        rows, cols = rng.randrange(1, 5), rng.randrange(1, 6)
        share, most = rng.choice((0.1, 0.2, 0.4)), rng.choice((2, 3, 4))
        values = [*range(most + 1), UNKNOWN]
        clues = tuple(
            tuple(rng.choice(values) if rng.random() < share else None for _ in range(cols)) for _ in range(rows)
        )
        puzzle = kind("one", rows, cols, clues)
        yield {"puzzle": as_page(puzzle), "certain": rowloom.certain(puzzle, engine="sat").certain or None}


def typeset(words):
    """Words as the page writes them."""
    return words and words.replace("'", "\u2019").replace("2x2", "2\u00d72").replace("3x3", "3\u00d73")


def case(source, marks, **more):
    """A puzzle with marks: ``#`` is shaded, ``-`` unshaded."""
    (puzzle,) = rowloom.read(source)
    return {"puzzle": as_page(puzzle), "marks": marks.split(), **more}


def cases():
    """Marks, what the next hint says of them, and the marks after it."""
    smullyan, canal = "smullyan {}\n{}\n".format, "canal {}\n{}\n".format
    rows = [
        (smullyan("2 3", ". . .\n. . ."), "#.. ...", "#-. -..",
         "If any of these 2 cells is shaded, two knaves share an edge: so they are unshaded."),
        (smullyan("2 3", ". 1 .\n. . ."), "#-. -..", "#-- ---",
         "If any of these 3 cells is shaded, the knight's 1 at row 1, column 2 cannot be true: so they are unshaded."),
        (smullyan("2 3", "1 . .\n. . ."), "-.- ---", "-#- ---",
         "If row 1, column 2 is unshaded, the knight's 1 at row 1, column 1 cannot be true: so it is shaded."),
        (smullyan("2 3", "4 . .\n. . ."), ".-. -..", "#-. -..",
         "If row 1, column 1 is unshaded, the knight's 4 at row 1, column 1 cannot be true: so it is shaded."),
        (smullyan("1 3", "1 . ."), ".-.", "--.",
         "If row 1, column 1 is shaded, the knave's 1 at row 1, column 1 is true: so it is unshaded."),
        (smullyan("1 3", ". . ."), "-.-", "---",
         "If row 1, column 2 is shaded, the unshaded cells are cut apart: so it is unshaded."),
        (canal("1 3", "1 . ."), "...", "-..",
         "If row 1, column 1 is shaded, a cell with a number is shaded: so it is unshaded."),
        (canal("2 2", ". .\n. ."), "## #.", "## #-",
         "If row 2, column 2 is shaded, a 2x2 block is shaded: so it is unshaded."),
        (canal("1 4", "1 . . ."), "-#..", "-#-.",
         "If row 1, column 3 is shaded, the 1 at row 1, column 1 cannot be right: so it is unshaded."),
        (canal("1 4", "2 . . ."), "-..-", "-##-",
         "If any of these 2 cells is unshaded, the 2 at row 1, column 1 cannot be right: so they are shaded."),
        (canal("1 4", ". . . ."), "#..#", "####",
         "If any of these 2 cells is unshaded, the shaded cells are cut apart: so they are shaded."),
        (canal("1 4", ". . . ."), "#-..", "#---",
         "If any of these 2 cells is shaded, the shaded cells are cut apart: so they are unshaded."),
        (canal("3 3", ". . .\n. . .\n. . ."), "#.. ... ..#", None, None),
    ]
    for text, marks, after, words in rows:
        yield case(text, marks, after=after and after.split(), text=typeset(words))


def wrong():
    """Marks, which rule they break, and where."""
    rows = [
        ("smullyan 1 2\n. .\n", "##", "two knaves share an edge", [[0, 0], [0, 1]]),
        ("smullyan 1 3\n. 1 .\n", "-.-", "the 1 at row 1, column 2 fits neither a knight nor a knave", [[0, 1]]),
        ("smullyan 1 3\n. 0 .\n", "#-.", "the knight's 0 at row 1, column 2 cannot be true", [[0, 1]]),
        ("smullyan 2 3\n. 1 .\n. . .\n", "-#- ---", "the knave's 1 at row 1, column 2 is true", [[0, 1]]),
        ("smullyan 1 3\n. . .\n", "-#-", "the unshaded cells are cut apart", [[0, 2]]),
        ("canal 1 2\n? .\n", "#.", "a cell with a number is shaded", [[0, 0]]),
        ("canal 2 2\n. .\n. .\n", "## ##", "a 2x2 block is shaded", [[0, 0], [0, 1], [1, 0], [1, 1]]),
        ("canal 1 3\n1 . .\n", "-##", "the 1 at row 1, column 1 cannot be right", [[0, 0]]),
        ("canal 1 3\n1 ? .\n", "...", "the 1 at row 1, column 1 cannot be right", [[0, 0]]),
        ("canal 1 4\n. . . .\n", "#-.#", "the shaded cells are cut apart", [[0, 3]]),
    ]
    for text, marks, words, cells in rows:
        yield case(text, marks, words=typeset(words), cells=cells)


def test_hints_and_faults(in_node):
    in_node("hints.test.js", {
        "examples": list(examples()), "small": list(small()), "cases": list(cases()), "wrong": list(wrong()),
    })  # fmt: skip
