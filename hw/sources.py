"""The source files that a build depends on: its modules and their imports."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

__all__ = ["imported"]

_ROOT = Path(__file__).parent.parent
_PACKAGE = "rowloom"


def imported(modules: Iterable[str]) -> list[Path]:
    """Return the files of modules and of everything that they import from this package, sorted.

    Imports are read from the source, not executed. A module that is named only in a string, such as an engine's
    peripheral, must be among ``modules``.
    """
    found: set[Path] = set()
    waiting = [path for module in modules for path in _files(module)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports(path)
    return sorted(found)


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    nodes = ast.walk(ast.parse(path.read_bytes()))
    names: list[str] = []
    for node in nodes:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            # An imported name may be a module.
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(file for name in names for file in _files(name))


def _files(module: str) -> Iterator[Path]:
    package, *parts = module.split(".")
    if package == _PACKAGE:
        path = _ROOT.joinpath(*parts)
        yield from (file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file())
