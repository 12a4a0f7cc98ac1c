"""Programs in the cache."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from rowloom.hw.tools import ToolError
from rowloom.sim.program import compile_program, kept


@pytest.fixture
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


def test_programs_made_at_once_have_each_their_own_design(tmp_path, monkeypatch):
    main = tmp_path / "main.cpp"
    # Zig keeps what it has compiled, and must not know this from the last run of this test.
    main.write_text(
        f"// {uuid4()}\n" '#include <cstdio>\n#include "design.h"\nint main() { std::printf("%d", SIZE); }\n')
    monkeypatch.setattr("rowloom.sim.program.SIMULATOR", main)

    def made(size: int) -> str:
        folder = tmp_path / str(size)
        folder.mkdir()

        def write_design() -> None:
            (folder / "design.h").write_text(f"#define SIZE {size}\n")
            (folder / "design.cc").write_text(f"int number_{size};\n")

        simulator = compile_program(folder, write_design)
        return subprocess.run([simulator], capture_output=True, text=True, check=True).stdout

    sizes = range(1001, 1005)
    with ThreadPoolExecutor(len(sizes)) as pool:
        assert list(pool.map(made, sizes)) == [str(size) for size in sizes]
