"""Programs in the cache."""

import pytest

from rowloom.hw.tools import ToolError
from rowloom.sim.program import kept


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("ROWLOOM_CACHE", str(folder))
    return folder


def made(folder):
    (folder / "program").write_text("made")
    return folder / "program"


def not_made(folder):
    raise AssertionError("it is there")


def test_it_is_made_once(cache):
    program = kept("tiny", "0" * 64, made)
    assert program == cache / "simulators" / f"tiny-{'0' * 20}"
    assert program.read_text() == "made"
    assert kept("tiny", "0" * 64, not_made) == program


def test_a_cache_that_cannot_be_used(cache):
    cache.write_text("")
    with pytest.raises(ToolError) as caught:
        kept("tiny", "0" * 64, not_made)
    assert str(caught.value) == (
        f"results cannot be kept in {cache}/simulators (Not a directory): name another folder for them with the "
        "environment variable ROWLOOM_CACHE")
