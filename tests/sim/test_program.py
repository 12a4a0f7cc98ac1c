"""The cache of compiled programs."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from rowloom.sim.program import cached, compile_cpp, compile_cxxrtl
from rowloom.tools import ToolError


@pytest.fixture
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("ROWLOOM_CACHE", str(folder))
    return folder


def made(folder):
    (folder / "program").write_text("made")
    return folder / "program"


def not_made(folder):
    raise AssertionError("the program is already in the cache")


def test_it_is_made_once(cache):
    program = cached("tiny", "0" * 64, made)
    assert program == cache / "simulators" / f"tiny-{'0' * 20}"
    assert program.read_text() == "made"
    assert cached("tiny", "0" * 64, not_made) == program


def test_nothing_is_left_of_a_build_that_fails(cache):
    def fail(folder):
        made(folder)
        raise ToolError("the compiler failed")

    with pytest.raises(ToolError, match="the compiler failed"):
        cached("tiny", "0" * 64, fail)
    assert [path.suffix for path in (cache / "simulators").iterdir()] in ([], [".lock"])


def test_a_cache_that_cannot_be_used(cache):
    cache.write_text("")
    with pytest.raises(ToolError) as caught:
        cached("tiny", "0" * 64, not_made)
    assert str(caught.value) == (
        f"results cannot be kept in {cache}/simulators (Not a directory): set the environment variable "
        "ROWLOOM_CACHE to another folder")


def test_programs_made_at_once_have_each_their_own_design(tmp_path):
    main = tmp_path / "main.cpp"
    # The source has a unique comment, so that Zig does not find it in Zig's cache.
    main.write_text(
        f"// {uuid4()}\n" '#include <cstdio>\n#include "design.h"\nint main() { std::printf("%d", SIZE); }\n')

    def made(size: int) -> str:
        folder = tmp_path / str(size)
        folder.mkdir()
        (folder / "design.h").write_text(f"#define SIZE {size}\n")
        (folder / "design.cc").write_text(f"int number_{size};\n")
        program = compile_cxxrtl([folder / "design.cc", main], folder)
        return subprocess.run([program], capture_output=True, text=True, check=True).stdout

    sizes = range(1001, 1005)
    with ThreadPoolExecutor(len(sizes)) as pool:
        assert list(pool.map(made, sizes)) == [str(size) for size in sizes]


NUMBERS = """
#include <climits>
#include <cstdio>
#include <map>
#include <string>
int main()
{
    std::map<std::string, std::string> texts = {
        {"int", std::to_string(INT_MIN)}, {"unsigned", std::to_string(UINT_MAX)}, {"long", std::to_string(LONG_MIN)},
        {"unsigned long", std::to_string(ULONG_MAX)}, {"long long", std::to_string(LLONG_MIN)},
        {"unsigned long long", std::to_string(ULLONG_MAX)},
    };
    std::string line;
    for (const auto &[name, text] : texts)
        line += name + "=" + text + ", ";
    line.erase(line.size() - 2);
    std::puts(("<" + line + ">").c_str());
    delete[] new int[100];
}
"""


@pytest.mark.parametrize("fresh", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_programs_need_no_library_that_zig_builds(tmp_path, monkeypatch, fresh):
    """Usually, Zig first builds the C++ library, its own runtime library and the runtime library of the sanitizers, and
    keeps them as archives in the cache. Rowloom's programs do not need these libraries."""
    if fresh:
        monkeypatch.setenv("ROWLOOM_CACHE", str(tmp_path / "cache"))
    source = tmp_path / "main.cpp"
    source.write_text(NUMBERS)
    program = compile_cpp([source], tmp_path)
    words = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    bits = {"int": 32, "unsigned": 32, "long": 64, "unsigned long": 64, "long long": 64, "unsigned long long": 64}
    assert words == "<" + ", ".join(
        f"{name}={2 ** width - 1 if 'unsigned' in name else -2 ** (width - 1)}"
        for name, width in sorted(bits.items())) + ">\n"
    libraries = {path.name for path in (tmp_path / "cache" / "zig").rglob("*.a")}
    assert not [name for name in libraries if "c++" in name or "_rt" in name or "unwind" in name]


def test_the_library_ends_a_program_that_breaks_its_rules(tmp_path):
    source = tmp_path / "main.cpp"
    source.write_text("#include <string>\nint main(int count, char **) { return std::string().at(count); }\n")
    ended = subprocess.run([compile_cpp([source], tmp_path)], capture_output=True, text=True)
    assert ended.returncode < 0
    assert "basic_string" in ended.stderr


def test_a_failing_compiler_is_reported(tmp_path):
    (tmp_path / "main.cpp").write_text("int main() { return missing; }\n")
    with pytest.raises(ToolError, match=r"(?s)^The C\+\+ compiler failed:\n.*missing"):
        compile_cpp([tmp_path / "main.cpp"], tmp_path)
