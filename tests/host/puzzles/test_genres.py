"""The classes of the genres: validity, texts, pictures, and the registry."""

import pytest

from rowloom.host import puzzles
from rowloom.host.drawing.drawing import Edge
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.drawings import partial_drawing, rule_of
from rowloom.host.puzzles.encoding import SLITHERLINK
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from support.puzzles import blank
from support.says import Says, failing

EMPTY = (0,) * 4


@pytest.mark.parametrize("kind, arguments, message", [
    *((kind, arguments, Says(*facts)) for kind in (Slitherlink, Slink, Smullyan, Canal) for arguments, facts in (
        ((0, 1, ()), ["0 rows", "1 to 255"]),
        ((1, 256, ((1,) * 256,)), ["256 columns", "1 to 255"]),
        ((2, 1, ((1,),)), ["2 rows", "found 1"]),
        ((1, 2, ((1,),)), ["row 1:", "2 clues", "1"]),
        ((1, 2, ((1, -2),)), ["row 1, column 2: -2"]),
    )),
    (Slitherlink, (1, 2, ((1, 4),)), Says("row 1, column 2: 4", "0 to 3 or an empty cell")),
    (Canal, (1, 2, ((1000, 1),)), Says("row 1, column 1: 1000", "0 to 999, '?' or")),
    (Slink, (1, 2, ((1, None),)), Says("row 1, column 2:", "every cell")),
    *((Sudoku, (*size, ()), Says("not {}x{}".format(*size))) for size in ((1, 1), (8, 8), (4, 9), (256, 256))),
    (Sudoku, (4, 4, (EMPTY,) * 3), Says("4 rows", "found 3")),
    (Sudoku, (4, 4, (EMPTY, (0,) * 5, EMPTY, EMPTY)), Says("row 2:", "4 cells", "5")),
    (Sudoku, (4, 4, ((0, 0, 5, 0), *(EMPTY,) * 3)), Says("row 1, column 3: 5")),
    (Sudoku, (4, 4, ((0, None, 0, 0), *(EMPTY,) * 3)), Says("row 1, column 2: None")),
])  # fmt: skip
def test_invalid_puzzles(kind, arguments, message):
    with failing(ValueError, message):
        kind("odd", *arguments)


@pytest.mark.parametrize("solution, faults", [
    (("111", "111"), [Says("3 rows", "2")]),
    (("111", "11", "1111"), [Says("row 2:", "3 cells", "2"), Says("row 3:", "3 cells", "4")]),
    (("111", "1x\u0661", "111"), [Says("row 2, column 2: 'x'"), Says("row 2, column 3: '\u0661'")]),
])  # fmt: skip
@pytest.mark.parametrize("kind", [Slitherlink, Smullyan, Canal])
def test_solutions_of_a_wrong_shape(kind, solution, faults):
    assert blank(kind, 3, 3).verify(solution) == faults


def test_solutions_from_json_and_text():
    assert Canal.parse_solution(["10", "01"]) == ("10", "01")
    assert Sudoku.parse_solution([[1, 2], [3]]) == ((1, 2), (3,))
    for value in ("10", [1], None, 5, {"1": 2}):
        with pytest.raises(ValueError, match="list of rows"):
            Canal.parse_solution(value)
    for value in (None, 5, "1", [5], ["12"], [[1, "2"]], [[1.0]], [[True]], {"1": 2}):
        with pytest.raises(ValueError, match="whole numbers"):
            Sudoku.parse_solution(value)
    assert list(Canal.read_solutions("# a\n2 2\n10\n 01 \n")) == [("10", "01")]
    good = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
    text = Sudoku("a", 4, 4, good).write()
    assert list(Sudoku.read_solutions(f"{text}nonsense\n\n{text}")) == [good, good]


def test_the_registry():
    assert puzzles.genre("slitherlink") is Slitherlink
    assert puzzles.BOARD_GENRES["slink"] is SLITHERLINK
    with pytest.raises(ValueError, match=r"'golf'.*slitherlink, sudoku, slink, smullyan, canal"):
        puzzles.genre("golf")


def test_without_one_of_its_clues_a_slink_becomes_a_slitherlink():
    slink = Slink("one", 1, 2, ((3, 3),))
    assert slink.with_clues_at({(0, 1)}) == Slitherlink("one", 1, 2, ((None, 3),))
    assert slink.with_clues_at({(0, 0), (0, 1)}) == slink


@pytest.mark.parametrize("kind", puzzles.GENRES.values(), ids=puzzles.GENRES)
def test_every_genre_has_a_rule_and_a_picture_for_notebooks(kind):
    assert rule_of(kind).startswith(f"{kind.title}: ") and rule_of(kind).endswith(".")
    size = 4 if kind is Sudoku else 1
    puzzle = kind("one", size, size, ((1,) * size,) * size)
    assert "<svg" in puzzle._repr_svg_()


def test_partial_drawing():
    """An unknown cell is tinted. It contains a question mark unless it has a clue."""
    sudoku = partial_drawing(Sudoku("one", 4, 4, ((1, 0, 0, 0), *(EMPTY,) * 3)), ["12??", *["????"] * 3])
    assert sudoku.texts[0] == ("1", "2", "?", "?")
    assert (0, 2) in sudoku.tinted and not {(0, 0), (0, 1)} & sudoku.tinted
    assert {(0, 1), (0, 2)} <= sudoku.found and (0, 0) not in sudoku.found
    canal = partial_drawing(blank(Canal, 1, 3, r1c1=1), ["01?"])
    assert (canal.shaded, canal.tinted, canal.texts) == ({(0, 1)}, {(0, 2)}, (("1", "", "?"),))
    loop = partial_drawing(blank(Slitherlink, 1, 2, r1c2=3), ["1?"])
    assert (loop.horizontal[0], loop.texts) == ((Edge.FOUND, Edge.NONE), (("", "3"),))
    # A clue in an unknown cell is drawn as a clue, not as a found digit.
    assert loop.found == set()


@pytest.mark.parametrize("puzzle, text", [
    (Slitherlink("two", 2, 3, ((None, 1, 3), (2, 0, None)), 2), "# two\n2 3\n.13\n20.\n"),
    (Slink("two", 2, 2, ((0, 1), (2, 3)), 2), "# two\n2 2\n0 1\n2 3\n"),
    (Smullyan("first", 2, 3, ((None, 2, 10), (3, UNKNOWN, 0)), 2), "# first\nsmullyan 2 3\n .  2 10\n 3  ?  0\n"),
    (Canal("wide", 2, 2, ((UNKNOWN, None), (None, 508)), 2), "# wide\ncanal 2 2\n  ?   .\n  . 508\n"),
    (Sudoku("a", 4, 4, ((1, 0, 0, 4), *(EMPTY,) * 3), 2), "# a\n1..4............\n"),
], ids=puzzles.GENRES)  # fmt: skip
def test_write_and_read(puzzle, text):
    assert puzzle.write() == text
    assert list(type(puzzle).read(text, "f")) == [puzzle]


@pytest.mark.parametrize("kind, text, expected", [
    (Slitherlink, "2 3\n...\n.4.\n", [Says("f:3:2: '4'")]),
    (Slitherlink, "1 3\n\t1?2\n", [Says("f:2:3: '?'")]),
    (Slitherlink, "1 3\n1 2\n", [Says("f:1:", "1 row", "found 0"), Says("f:2:")]),
    (Slitherlink, "1 3\n. 2\n", [Says("f:2:4:", "3 cells", "found 2")]),
    (Slitherlink, "1 3\n...1\n", [Says("f:2:4:", "3 cells", "found 4")]),
    (Slitherlink, "1 3\n..\n", [Says("f:2:3:", "3 cells", "found 2")]),
    (Slitherlink, "# a\n1 1\n4\n# b\n1 1\n3\n# c\n2 1\n3\n1 2\n12\n\nnonsense\n# e\n1 1\n.\n", [
        Says("f:3:"), ("b", 5, ((3,),)), Says("f:8:"), ("f-4", 10, ((1, 2),)), Says("f:13:"), ("e", 15, ((None,),)),
    ]),
    (Smullyan, "smullyan 1 3\n. ! 1\n", [Says("f:2:3: '!'", "'.', '?' or a number")]),
    (Smullyan, "smullyan 1 2\n\u0661 .\n", [Says("f:2:1: '\\u0661'")]),
    (Smullyan, "smullyan 1 2\n  .  1  2\n", [Says("f:2:9:", "2 cells", "found 3")]),
    (Smullyan, "smullyan 1 3\n..1\n", [Says("f:2:1: '..1'")]),
    (Smullyan, "smullyan 2 2\n1 1\n1 1\n1 1\n", [Says("f:4:", "'1 1'")]),
    (Smullyan, "canal 1 2\n. 1\n", [Says("f:1:", "size line", "'canal 1 2'")]),
    # A row of two numbers is not a size line. The name of the genre in a size line is optional.
    *((kind, f"# a\n2 2\n1 0\n. 3\n\n2 2\n3 3\n1 2\n\n{kind.genre} 1 2\n1 2\n{kind.genre} 1 2\n2 1\n", [
        ("a", 2, ((1, 0), (None, 3))), ("f-2", 6, ((3, 3), (1, 2))), ("f-3", 10, ((1, 2),)), ("f-4", 12, ((2, 1),)),
    ]) for kind in (Smullyan, Canal)),
    *((kind, "2 2\n1 0\n\n2 2\n1 0\n0 1\n", [Says("f:1:", "2 rows", "found 1"), ("f-2", 4, ((1, 0), (0, 1)))])
      for kind in (Smullyan, Canal)),
    (Slink, "0 0\n", [Says("no puzzle in f")]), (Slink, "1 2\n2 4\n", [Says("f:2:3: '4'")]),
    (Slink, "3 0\n2 2\n2 2\n", [Says("f:1: 0 columns", "lines 2 to 3 are skipped")]),
    (Slink, "1 2\n2 9\n1 1\n3\n0 0\n\n# done\n", [Says("f:2:", "'9'"), ("f-2", 3, ((3,),))]),
    (Slink, "\ufeff\r\n# first\r\n# remark\r\n1 2 \r\n 3  3\r\n\r\n2 1\r\n3\r\n3\r\n", [
        ("first", 4, ((3, 3),)), ("f-2", 7, ((3,), (3,))),
    ]),
])  # fmt: skip
def test_read(kind, text, expected):
    """``expected`` lists the name, line and clues of each valid puzzle, and a message for each invalid puzzle."""
    found = kind.read(text, "f")
    assert [(one.name, one.line, one.clues) if isinstance(one, kind) else str(one) for one in found] == expected


@pytest.mark.parametrize("text, likely", [
    *((text, True) for text in (
        "1 2\n3 3\n", "# a\n\n2 2\n2 2\n2 2\n0 0\n", "3 3\n", "2 1\n3\n3\n0 0\n", "1 1\n3\n1 3\n3 2 3\n")),
    *((text, False) for text in (
        "1 2\n33\n", "1 2\n3 4\n", "1 2\n3 .\n", "1 2\n3 3 3\n", "2 1\n3\n3\n", "x\n", "")),
])  # fmt: skip
def test_looks_like_a_slink(text, likely):
    assert Slink.recognizes(text) is likely
