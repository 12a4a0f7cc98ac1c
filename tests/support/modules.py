"""Modules that are imported anew in a test."""

import sys

import pytest

__all__ = ["forget"]


def forget(monkeypatch: pytest.MonkeyPatch, *packages: str) -> None:
    """Have modules in these packages be imported anew; afterwards those that were there before are there again.

    In their packages, too: there the import leaves the new one, and names such as ``package.module`` would lead to it.
    """
    modules = dict(sys.modules)
    for name, module in modules.items():
        if name.startswith(tuple(f"{package}." for package in packages)):
            package, _, last = name.rpartition(".")
            monkeypatch.setattr(modules[package], last, module)
            monkeypatch.delitem(sys.modules, name)
