"""The package that pyproject.toml describes contains every file of the source folders."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("boards", "engines", "firmware", "host", "hw", "sim", "web")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]


def folder_of(package):
    """Return the folder with the files of a package, according to ``package-dir``."""
    if package == "rowloom":
        return ROOT / package
    name, inside = package, ()
    while name not in SETTINGS["package-dir"]:
        name, _, last = name.rpartition(".")
        inside = last, *inside
    return ROOT.joinpath(SETTINGS["package-dir"][name], *inside)


def test_every_package_is_listed():
    in_the_tree = {
        "rowloom." + ".".join(init.parent.relative_to(ROOT).parts)
        for folder in FOLDERS for init in (ROOT / folder).rglob("__init__.py")
    }
    assert in_the_tree | {"rowloom"} == set(SETTINGS["packages"])
    assert sorted(SETTINGS["packages"]) == SETTINGS["packages"]


def test_every_package_lies_where_its_name_says():
    for package in set(SETTINGS["packages"]) - {"rowloom"}:
        assert folder_of(package) == ROOT.joinpath(*package.split(".")[1:])


def test_every_python_file_is_in_a_package():
    packages = {folder_of(package) for package in SETTINGS["packages"]}
    for folder in FOLDERS:
        assert {path.parent for path in (ROOT / folder).rglob("*.py")} <= packages


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_other_source_is_package_data(folder):
    sources = {
        path for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    }
    packed = {
        path for package, globs in SETTINGS["package-data"].items() for glob in globs
        for path in folder_of(package).glob(glob) if path.is_relative_to(ROOT / folder)
    }
    assert packed == sources


def test_the_source_archive_holds_docs_examples_and_tests():
    lines = [line.split() for line in (ROOT / "MANIFEST.in").read_text().splitlines()]
    named = {name for kind, *names in lines if kind in ("graft", "include") for name in names}
    pages = {path.name for path in ROOT.iterdir() if path.suffix in (".md", ".yml")}
    # setuptools adds the packages, README.md and NOTICE.md without an entry in MANIFEST.in.
    assert {"docs", "examples", "tests", *pages} == named | {"README.md", "NOTICE.md"}
    assert all((ROOT / name).exists() for name in named)
