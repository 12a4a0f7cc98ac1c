"""The source files that a build depends on, found by following imports."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

__all__ = ["imported"]

_PACKAGE = "rowloom"

_parser = Lock()
"""Until Python 3.11.7, `ast.parse` may fail if two threads call it at the same time (python/cpython#106905)."""


def imported(modules: Iterable[str]) -> list[Path]:
    """Return the files of ``modules`` and of all modules that these import from this package, directly or indirectly.

    The order is the same on every machine. The sources are parsed, not executed. So a module that is named only in a
    string, such as an engine's peripheral, is found only if it is among ``modules``.
    """
    found: set[Path] = set()
    waiting = [path for module in modules for path in _files(module)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports(path)
    # Sort by file name first, and then by folder from the innermost outwards. If the outermost folder came first, the
    # order would differ between a checkout, in which the folders are beside `rowloom`, and an installation, in which
    # they are inside `rowloom`.
    return sorted(found, key=lambda path: path.parts[::-1])


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    names: list[str] = []
    with _parser:
        tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            # The imported name may itself be a module.
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(file for name in names for file in _files(name))


def _files(module: str) -> Iterator[Path]:
    package, *parts = module.split(".")
    if package == _PACKAGE and parts:
        path = _folder(parts[0]).joinpath(*parts[1:])
        yield from (file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file())


@cache
def _folder(name: str) -> Path:
    """Return the path of a subpackage, or of a module without its suffix, wherever this package is installed."""
    spec = find_spec(f"{_PACKAGE}.{name}")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{_PACKAGE}.{name}")
    path = Path(spec.origin).resolve()
    return path.parent if path.name == "__init__.py" else path.with_suffix("")
