"""Hints of shading by rules alone: they are right, solve the examples, and say why."""

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
    """All examples of both genres with their solutions."""
    for path in [*sorted(EXAMPLES.glob("canal-*.txt")), *sorted(EXAMPLES.glob("smullyan-*.txt"))]:
        for puzzle in rowloom.read(path.read_text()):
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
         "No two knaves share an edge: all beside row 1, column 1 are unshaded."),
        (smullyan("2 3", ". 1 .\n. . ."), "#-. -..", "#-- ---",
         "The 1 at row 1, column 2 is a knight's, and has its knave: the open cells around it are unshaded."),
        (smullyan("2 3", "1 . .\n. . ."), "-.. --.", "-#. --.",
         "The 1 at row 1, column 1 is a knight's, and needs the open cell around it."),
        (smullyan("2 3", "4 . .\n. . ."), "... ...", "#.. ...",
         "The 4 at row 1, column 1 can be no knight's, since it cannot be true: it is a knave's."),
        (smullyan("1 2", "1 ."), "..", "-.",
         "The 1 at row 1, column 1 can be no knave's, since it could not be false: it is a knight's."),
        (smullyan("2 2", ". .\n. 1"), ".- -.", "#- -.",
         "The 1 at row 2, column 2 is a knight's or a knave's: all ways to fill its 3x3 block agree that row 1,"
         " column 1 is shaded."),
        (smullyan("1 4", ". . . ."), ".-..", ".--.",
         "Row 1, column 3 is unshaded: if it were shaded, the unshaded cells would be cut apart."),
        (smullyan("1 3", ". . ."), "-.-", "---",
         "The unshaded cell at row 1, column 1 has only one way to the others, so row 1, column 2 is unshaded."),
        (canal("1 3", "1 . ."), "...", "-..", "A cell with a number is not shaded."),
        (canal("2 2", ". .\n. ."), "## #.", "## #-", "No 2x2 block is shaded, so row 2, column 2 is unshaded."),
        (canal("1 4", "1 . . ."), "-#..", "-#-.",
         "The 1 at row 1, column 1 has its shaded cell in view: all its views end there."),
        (canal("1 4", "2 . . ."), "-..-", "-##-", "The 2 at row 1, column 1 needs all cells that it can see."),
        (canal("2 4", ". . . .\n. 2 . ."), ".-.. .-..", ".-.. .-#.",
         "The other sides leave at least 1 shaded cell to the right of the 2 at row 2, column 2."),
        (canal("1 4", ". . . ."), "#..#", "##.#",
         "The shaded cell at row 1, column 1 has only one way to the others, so row 1, column 2 is shaded."),
        (canal("1 4", ". . . ."), "#-..", "#---",
         "No way leads to these cells from the shaded ones, so they are unshaded."),
        (canal("3 3", ". . .\n. . .\n. . ."), "#.. ... ..#", None, None),
        (canal("3 2", ". .\n. 2\n. ."), ".. .- ..", ".. #- ..",
         "Row 2, column 1 is shaded: if it were unshaded, the shaded cells would be cut apart."),
    ]
    for text, marks, after, words in rows:
        yield case(text, marks, after=after and after.split(), text=typeset(words))


def wrong():
    """Marks that break no rule by themselves, what is told of them, and where."""
    clue = "the 0 at row 1, column 2 could be neither a knight's nor a knave's"
    yield case("smullyan 1 3\n. 0 .\n", "#..", words=typeset(clue), cells=[[0, 1]])
    parted = "the shaded cells would be cut apart"
    yield case("canal 1 4\n. . . .\n", "#-.#", words=parted, cells=[[0, 0]])
    yield case("canal 3 2\n. .\n. 2\n. .\n", ".. -- ..", words=parted, cells=[[0, 0], [0, 1]])
    # Only a trial of both shades of a cell tells.
    yield case("smullyan 1 5\n? 2 . . 2\n", "...-#", words="the unshaded cells would be cut apart", cells=[[0, 1]])


def test_hints_by_rules(in_node):
    in_node("shade_rules.test.js", {
        "examples": list(examples()), "small": list(small()), "cases": list(cases()), "wrong": list(wrong()),
    })  # fmt: skip
