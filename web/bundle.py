"""Join the modules of the page into programs of one file each, so that a browser sends few requests."""

import os
import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import NamedTuple

import rjsmin

__all__ = ["bundle", "programs"]

_IMPORT = re.compile(r'^import (?:(\{[^}]+\})|\* as (\w+)) from "(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const) (\w+(?:(?: = [\w\"]+, \w+)+(?= = [\w\"]+;))?))", re.MULTILINE
)
_NAMES = re.compile(r"\w+(?= =|$)")
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
_WORKER = re.compile(r'startWorker\(new URL\("([^"]+)", import\.meta\.url\)')


def programs(entry: str, read: Callable[[str], str]) -> dict[str, str]:
    """Return the programs of a page by their paths: the page's own program, and those of its workers.

    The parameters and the errors are those of :func:`bundle`.
    """
    joined: dict[str, str] = {}
    left = [entry]

    def noted(path: str) -> str:
        text = read(path)
        left.extend(_resolve(path, name) for name in _WORKER.findall(text))
        return text

    while left:
        if (program := left.pop()) not in joined:
            joined[program] = bundle(program, noted)
    return joined


def bundle(entry: str, read: Callable[[str], str]) -> str:
    """Return a program as one module, without comments and white space.

    Each module becomes a function that is called once and returns the module's exports.

    Parameters
    ----------
    entry : str
        The path of the program's first module from the site's folder, such as ``watch/worker.js``.
    read : callable
        Returns the text of the module with such a path.

    Raises
    ------
    ValueError
        If modules import each other in a cycle, if a module imports a name that the other module does not export, or if
        an import or an export is of another kind than these: imports of names or of ``* as name``, exports of
        functions, classes and constants (several at once only as in ``export const A = 0, B = A;``).
    """
    parts: list[str] = []
    added: dict[str, _Module | None] = {}

    def add(path: str) -> _Module:
        if path not in added:
            added[path] = None
            text = read(path)
            body = _body(path, entry, text, add)
            names = [name for names in _EXPORT.findall(text) for name in _NAMES.findall(names)]
            added[path] = module = _Module(f"${len(parts)}", names)
            parts.append(f"const {module.name} = (() => {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();")
        if (known := added[path]) is None:
            raise ValueError(f"{path} imports itself through other modules")
        return known

    add(entry)
    return rjsmin.jsmin("\n".join(parts))


class _Module(NamedTuple):
    name: str
    exports: list[str]


def _body(path: str, entry: str, text: str, add: Callable[[str], _Module]) -> str:
    """Return a module with its imports taken from other parts of the program, and without exports."""

    def taken(found: re.Match[str]) -> str:
        names, whole, address = found.groups()
        module = add(_resolve(path, address))
        for name in re.findall(r"(?<!as )\b(?!as\b)\w+", names or ""):
            if name not in module.exports:
                raise ValueError(f"{path} imports {name} from {address}, which does not export it")
        return f"const {whole or names.replace(' as ', ': ')} = {module.name};"

    body = _EXPORT.sub("", _IMPORT.sub(taken, text))
    if other := _OTHER.search(rjsmin.jsmin(body)):
        raise ValueError(f"{path} has an import or an export that cannot be joined: {other[0][:60]}")
    # A module's addresses are relative to the module, whose place differs from that of the program.
    place = os.path.relpath(path, PurePosixPath(entry).parent).replace(os.sep, "/")
    return body if path == entry else body.replace("import.meta.url", f'new URL("{place}", import.meta.url)')


def _resolve(path: str, name: str) -> str:
    return os.path.normpath(PurePosixPath(path).parent / name).replace(os.sep, "/")
