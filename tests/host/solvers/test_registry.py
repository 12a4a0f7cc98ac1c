"""The software engines: their genres, and the messages for missing packages."""

import sys
from itertools import product

import pytest

from rowloom.errors import NotInstalled
from rowloom.host.formats import read
from rowloom.host.puzzles import GENRES
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers import ENGINES, SoftwareEngine, imported

PUZZLES = {
    "slitherlink": "1 2\n3.\n",
    "slink": "1 2\n3 3\n",
    "sudoku": "1234341221434..1",
    "smullyan": "smullyan 1 2\n1 .\n",
    "canal": "canal 1 2\n1 .\n",
}
"""A puzzle of each genre. Each puzzle has exactly one solution."""


@pytest.mark.parametrize("engine, genre", [
    (name, genre) for name, genre in product(ENGINES, PUZZLES) if genre in ENGINES[name].genres
])  # fmt: skip
def test_every_engine_solves_its_genres(engine, genre):
    (puzzle,) = read(PUZZLES[genre], "here")
    assert puzzle.genre == genre
    search = ENGINES[engine].search(puzzle)
    (found,) = search.solutions()
    assert GENRES[genre].verify(puzzle, found) == []
    assert all(isinstance(count, int) for count in search.counters.values())
    assert hasattr(search, "steps") == ENGINES[engine].explains


def test_sat_comes_first():
    assert list(ENGINES) == ["sat", "z3", "slink", "slitherlink-logic", "sudoku-logic", "shading-logic"]
    assert set(ENGINES["sat"].genres) == set(GENRES) == set(PUZZLES)


def test_unsupported_genre():
    puzzle = Sudoku("four", 4, 4, ((0,) * 4,) * 4)
    with pytest.raises(ValueError, match=r"'slink'.*sudoku.*slitherlink"):
        ENGINES["slink"].search(puzzle)


def test_missing_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat", None)
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    for name in ("oracle", "slitherlink", "colouring"):
        monkeypatch.delitem(sys.modules, f"rowloom.host.solvers.sat.{name}", raising=False)
    with pytest.raises(NotInstalled, match=r"'sat' needs pysat.*rowloom\[solvers\]"):
        ENGINES["sat"].search(Slitherlink("blank", 1, 1, ((None,),)))


def test_missing_module_of_the_project():
    engine = SoftwareEngine("none", "", {"slitherlink": "rowloom.host.solvers.none:search"})
    with pytest.raises(ModuleNotFoundError, match=r"rowloom\.host\.solvers\.none"):
        engine.loaded("slitherlink")
    with pytest.raises(NotInstalled, match="who needs none_such"):
        imported("none_such.inside", "who")
