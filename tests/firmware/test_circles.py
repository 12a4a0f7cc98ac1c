"""The firmware's files have no circular dependencies, neither through includes nor through calls."""

import re
import shutil
import subprocess
from graphlib import CycleError, TopologicalSorter

import pytest

from rowloom.firmware.build import SOURCES

FILES = list(SOURCES.rglob("*.[ch]"))
HEADERS = {path.name: path for path in FILES if path.suffix == ".h"}
SOURCE_FILES = {path.stem: path for path in FILES if path.suffix == ".c"}


def assert_one_way(needs):
    """Fail if there are circular dependencies. ``needs`` has (file, needed file) pairs; a header and its source count
    as a single file."""
    graph = {}
    for one, other in ((one.with_suffix(""), other.with_suffix("")) for one, other in needs):
        if one != other:
            graph.setdefault(one, set()).add(other)
    assert graph
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" needs ".join(path.name for path in error.args[1][::-1]))


def included():
    return [(path, HEADERS[name]) for path in FILES
            for name in re.findall(r'^#include "([\w.]+)"', path.read_text(), re.MULTILINE) if name in HEADERS]


def test_includes():
    assert_one_way(included())


@pytest.mark.skipif(not shutil.which("nm"), reason="there is no nm, which lists the symbols of objects")
def test_calls(firmware_library):
    """Calls between the native firmware's object files cause no circular dependency, even in combination with
    includes."""
    stems = {str(path): path.stem.partition("-")[2] for path in firmware_library.parent.glob("*.o")}
    objects = {path: SOURCE_FILES[stem] for path, stem in stems.items() if stem in SOURCE_FILES}
    listed = subprocess.check_output(["nm", "-A", "-P", "-g", *objects], text=True).splitlines()
    symbols = [(objects[path.rstrip(":")], symbol, kind) for path, symbol, kind, *_ in map(str.split, listed)]
    defined = {symbol: file for file, symbol, kind in symbols if kind != "U"}
    called = [(file, defined[symbol]) for file, symbol, kind in symbols if kind == "U" and symbol in defined]
    assert (SOURCE_FILES["requests"], SOURCE_FILES["jobs"]) in called
    assert_one_way([*included(), *called])
