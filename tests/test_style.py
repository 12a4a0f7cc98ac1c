"""The sources comply with the settings in pyproject.toml, and work in the same way without assertions."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PURE = {"isinstance", "len"}
FOLDERS = ("boards", "engines", "firmware", "host", "hw", "sim")
PROSE = ("*.md", "*.toml", "*.yml", ".github/**/*", *(f"{folder}/**/*" for folder in (
    *FOLDERS, "docs", "examples", "rowloom", "tests", "web")))
SUFFIXES = {".S", ".c", ".cpp", ".css", ".h", ".html", ".js", ".json", ".md", ".py", ".toml", ".yml"}
# These phrases do not show who does what, or are not English; see CONTRIBUTING.md.
PHRASES = re.compile(
    r"\b(as ever|of late|by turns|an own|such (a one|ones)|so (many|much|long)(?! (as|that))|whoever|shall|another one"
    r"|(go|goes|going|gone|went) on|(is|are|was|were|be) (told|looked at|waited for|gone on)"
    r"|tells (it|them|so|whether|which|what|how)|(if|where) there is (that|one|any))\b",
    re.IGNORECASE,
)


def nodes(kind, *folders):
    """Yield each syntax-tree node of this kind in the Python files of these folders, and its file and line."""
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, kind):
                    yield node, f"{path}:{getattr(node, 'lineno', 1)}"


def test_assertions_do_nothing():
    """Assertions call only pure functions, because ``python -O`` leaves out assertions and the calls in them."""
    calls = [(call.func, place) for node, place in nodes(ast.Assert, *FOLDERS)
             for call in ast.walk(node.test) if isinstance(call, ast.Call)]
    assert [place for called, place in calls if not isinstance(called, ast.Name) or called.id not in PURE] == []


def test_no_puzzle_in_a_public_signature_is_of_any_type():
    for function, place in nodes(ast.FunctionDef, "host"):
        if not function.name.startswith("_"):
            for argument in (*function.args.args, *function.args.kwonlyargs):
                if argument.arg.startswith(("puzzle", "solution")) and argument.annotation:
                    assert "Any" not in ast.unparse(argument.annotation), place


def test_class_names_are_unique():
    """A search for the name of a top-level class finds only one class. Leading underscores are ignored."""
    places = defaultdict(list)
    for module, place in nodes(ast.Module, *FOLDERS, "rowloom", "web"):
        for node in module.body:
            if isinstance(node, ast.ClassDef):
                places[node.name.lstrip("_")].append(place)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


@pytest.mark.parametrize("checker", ["ruff check .", "mypy --package rowloom"])
def test_checkers_find_nothing(checker):
    result = subprocess.run([sys.executable, "-m", *checker.split()], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_texts_are_plain():
    files = {path for pattern in PROSE for path in ROOT.glob(pattern) if path.suffix in SUFFIXES and path.is_file()}
    found = [(str(path.relative_to(ROOT)), match[0]) for path in sorted(files - {Path(__file__)})
             for match in PHRASES.finditer(re.sub(r"\s+(?:[#*/]+\s*)?", " ", path.read_text(encoding="utf-8")))]
    assert found == []
