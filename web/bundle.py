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
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\((?!new URL\().*", re.MULTILINE)
_LOADED = re.compile(r'\b(startWorker|import)\(new URL\("([^"]+)", import\.meta\.url\)')


def programs(entry: str, read: Callable[[str], str]) -> dict[str, str]:
    """Return the programs of a page by their paths: the page's own program, its parts, and the programs of its workers.

    A *part* is a program that is loaded on demand, by ``import(new URL("part.js", import.meta.url))``. It uses the
    modules of the page's own program. The parameters and the errors are those of :func:`bundle`.
    """
    joined: dict[str, str] = {}
    main = _Bundle(entry)
    left = [main]

    def noted(path: str) -> str:
        text = read(path)
        for how, name in _LOADED.findall(text):
            left.append(_Bundle(_resolve(path, name), main if how == "import" else None))
        return text

    while left:
        program = left.pop()
        if program.entry not in joined:
            joined[program.entry] = program.join(noted)
    if main.shared:
        joined[entry] += f"\nexport{{{','.join(sorted(main.shared))}}};"
    return joined


def bundle(entry: str, read: Callable[[str], str]) -> str:
    """Return a program as one module, without comments and white space.

    Each module becomes a function that is called once and returns the module's exports.

    Parameters
    ----------
    entry : str
        The path of the program's first module, relative to the site's folder, such as ``watch/worker.js``.
    read : callable
        Returns the text of the module at a path.

    Raises
    ------
    ValueError
        If modules import each other in a cycle, if a module imports a name that the other module does not export, or if
        an import or an export is not supported. Supported are imports of names or of ``* as name``, imports of parts,
        and exports of functions, classes and constants (several at once only as in ``export const A = 0, B = A;``).
    """
    return _Bundle(entry).join(read)


class _Module(NamedTuple):
    name: str
    exports: list[str]


class _Bundle:
    """A program: the module ``entry``, and the modules that it imports. If the program is a part of the program
    ``main``, it does not contain the modules of ``main``, but imports them. ``shared`` is the set of names that parts
    import from this program."""

    def __init__(self, entry: str, main: "_Bundle | None" = None):
        self.entry, self._main = entry, main
        self.shared: set[str] = set()
        self._taken: set[str] = set()
        self._added: dict[str, _Module | None] = {}
        self._texts: list[str] = []

    def join(self, read: Callable[[str], str]) -> str:
        """Return the text of the program; see :func:`bundle`."""
        own = self._add(self.entry, read)
        if self._main:
            address = os.path.relpath(self._main.entry, PurePosixPath(self.entry).parent).replace(os.sep, "/")
            if self._taken:
                self._texts.insert(0, f'import {{ {", ".join(sorted(self._taken))} }} from "{address}";')
            self._texts.append(f"export const {{ {', '.join(own.exports)} }} = {own.name};")
        return rjsmin.jsmin("\n".join(self._texts))

    def _add(self, path: str, read: Callable[[str], str]) -> _Module:
        if self._main and (given := self._main._added.get(path)):
            self._taken.add(given.name)
            self._main.shared.add(given.name)
            return given
        if path not in self._added:
            self._added[path] = None
            text = read(path)
            body = self._body(path, text, read)
            names = [name for names in _EXPORT.findall(text) for name in _NAMES.findall(names)]
            # A part imports modules of the main program, so its own modules must not have the names of those modules.
            number = len(self._texts) + (len(self._main._added) if self._main else 0)
            self._added[path] = module = _Module(f"${number}", names)
            self._texts.append(f"const {module.name} = (() => {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();")
        if (known := self._added[path]) is None:
            raise ValueError(f"{path} imports itself through other modules")
        return known

    def _body(self, path: str, text: str, read: Callable[[str], str]) -> str:
        """Return a module's code, with constants in place of the imports, and without the word ``export``."""

        def taken(found: re.Match[str]) -> str:
            names, whole, address = found.groups()
            module = self._add(_resolve(path, address), read)
            for name in re.findall(r"(?<!as )\b(?!as\b)\w+", names or ""):
                if name not in module.exports:
                    raise ValueError(f"{path} imports {name} from {address}, which does not export it")
            return f"const {whole or names.replace(' as ', ': ')} = {module.name};"

        body = _EXPORT.sub("", _IMPORT.sub(taken, text))
        if other := _OTHER.search(rjsmin.jsmin(body)):
            raise ValueError(f"{path} has an import or an export that cannot be joined: {other[0][:60]}")
        # The module's addresses are relative to its own path; in the joined program, they would be relative to the
        # program's path.
        place = os.path.relpath(path, PurePosixPath(self.entry).parent).replace(os.sep, "/")
        return body if path == self.entry else body.replace("import.meta.url", f'new URL("{place}", import.meta.url)')


def _resolve(path: str, name: str) -> str:
    return os.path.normpath(PurePosixPath(path).parent / name).replace(os.sep, "/")
