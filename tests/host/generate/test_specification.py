"""Specifications with masks, drafts and numbers of clues; invalid and impossible specifications."""

from itertools import product

import pytest

from rowloom.engines.engine import Size
from rowloom.host.generate.generator import generate_puzzle
from rowloom.host.generate.specification import Specification, mask_of
from rowloom.host.puzzles import genre
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from support.puzzles import blank, solutions
from support.says import Says, failing

GENRES = {"slitherlink": (6, 6), "sudoku": (9, 9), "smullyan": (5, 5), "canal": (6, 6)}


@pytest.mark.parametrize("name", GENRES)
def test_numbers_of_clues_and_masks(name):
    rows, cols = GENRES[name]
    fewest = len(generate_puzzle(Specification(name, rows, cols, "any"), 1).puzzle.clue_cells)
    puzzle = generate_puzzle(Specification(name, rows, cols, "any", least=fewest + 3, most=fewest + 3), 1).puzzle
    assert len(puzzle.clue_cells) == fewest + 3 and len(solutions(puzzle)) == 1
    mask = frozenset(cell for cell in product(range(rows), range(cols)) if sum(cell) % 4)
    made = generate_puzzle(Specification(name, rows, cols, "any", mask=mask), 1)
    assert made.puzzle.clue_cells.keys() <= mask and solutions(made.puzzle) == [made.solution]


def test_a_draft_with_one_solution_is_thinned():
    draft = generate_puzzle(Specification("slitherlink", 5, 6, "any", least=25), 3).puzzle
    for seed in range(3):
        puzzle = generate_puzzle(Specification("slitherlink", 5, 6, "any", draft=draft), seed).puzzle
        assert puzzle.clue_cells.items() < draft.clue_cells.items()
        assert solutions(puzzle) == solutions(draft)


DRAFTS = {
    "slitherlink": blank(Slitherlink, 5, 6, r1c1=3, r3c3=2, r5c6=3),
    "sudoku": Sudoku("draft", 9, 9, ((1, *(0,) * 8), *((0,) * 9,) * 7, (*(0,) * 8, 1))),
}


@pytest.mark.parametrize("name", DRAFTS)
def test_a_draft_with_several_solutions_is_completed(name):
    draft = DRAFTS[name]
    found = set()
    for seed in range(2):
        made = generate_puzzle(Specification(name, draft.rows, draft.cols, "any", draft=draft), seed)
        assert draft.clue_cells.keys() < made.puzzle.clue_cells.keys()
        assert solutions(made.puzzle) == [made.solution]
        assert genre(name).verify(draft, made.solution) == []
        found.add(made.solution)
    assert len(found) == 2


@pytest.mark.parametrize("arguments, message", [
    (("chess", 5, 5), Says("genre 'chess'", "slitherlink")),
    (("canal", 3, 3, "brutal"), Says("difficulty 'brutal'", "easy, normal, hard, any")),
    (("canal", 3, 3, "easy", "round"), Says("symmetry 'round'", "rotate90")),
    (("slitherlink", 5, 256), Says("columns, not 256")),
    (("sudoku", 1, 1), Says("4x4", "not 1x1")),
    (("slitherlink", 4, 5, "any", "diagonal"), Says("4x5", "'diagonal'")),
    (("slitherlink", 4, 5, "any", "none", 6, 5), Says("6 clues or more", "5 or fewer")),
    (("slitherlink", 4, 5, "any", "none", 0, None, frozenset({(0, 5)})), Says("mask", "larger than 4x5")),
    (("slitherlink", 4, 5, "any", "none", 0, None, None, DRAFTS["sudoku"]), Says("sudoku of 9x9", "of 4x5")),
])  # fmt: skip
def test_invalid_specifications(arguments, message):
    with failing(ValueError, message):
        Specification(*arguments)


@pytest.mark.parametrize("specification, message", [
    (Specification("slitherlink", 3, 3, "any", draft=blank(Slitherlink, 3, 3, r1c1=3, r1c2=0)), Says("draft")),
    (Specification("slitherlink", 2, 2, "hard"), Says("2x2", "hard slitherlink", "another difficulty or another size")),
    (Specification("slitherlink", 2, 2, "hard", "both"), Says("hard slitherlink with such sym", "another symmetry")),
    (Specification("slitherlink", 3, 3, "any", most=1), Says("3x3", "other clues")),
    (Specification("slink", 1, 1, "easy"), Says("1x1", "easy", "another size")),
    (Specification("slink", 5, 5, "any", "rotate"), Says("Slink", "symmetry")),
    (Specification("sudoku", 16, 16, "easy", least=100), Says("9x9", "clues")),
])  # fmt: skip
def test_impossible_puzzles(specification, message):
    with failing(ValueError, message):
        generate_puzzle(specification, 1)


def test_masks():
    for size in None, Size(2, 2):
        assert mask_of("#.\n\n .# \n", "m", size) == ({(0, 0), (1, 1)}, Size(2, 2))
    for text, message in (("#.\n", "expected 2 rows, found 1"), ("#.\n#\n", "row 2: expected 2 cells, found 1"),
                          ("#.\n#x\n", "row 2: 'x' is neither")):
        with pytest.raises(ValueError, match=message):
            mask_of(text, "m", Size(2, 2))
