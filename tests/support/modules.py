"""Modules that a test imports again."""

import sys

import pytest

__all__ = ["forget"]


def forget(monkeypatch: pytest.MonkeyPatch, *packages: str) -> None:
    """Remove modules in these packages, so that they are imported again; restore the old modules after the test.

    Restore them also in their packages, since names such as ``package.module`` would refer to the new modules.
    """
    modules = dict(sys.modules)
    for name, module in modules.items():
        if name.startswith(tuple(f"{package}." for package in packages)):
            package, _, last = name.rpartition(".")
            monkeypatch.setattr(modules[package], last, module)
            monkeypatch.delitem(sys.modules, name)
