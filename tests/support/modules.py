"""Import modules again in a test."""

import sys

import pytest

__all__ = ["forget"]


def forget(monkeypatch: pytest.MonkeyPatch, *packages: str) -> None:
    """Remove the modules of these packages, so that they are imported again; restore the old modules after the test.

    The attributes of the packages are restored, too; otherwise ``package.module`` would still be the new module.
    """
    modules = dict(sys.modules)
    for name, module in modules.items():
        if name.startswith(tuple(f"{package}." for package in packages)):
            package, _, last = name.rpartition(".")
            monkeypatch.setattr(modules[package], last, module)
            monkeypatch.delitem(sys.modules, name)
