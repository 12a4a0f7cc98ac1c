"""Tests of modules in node that need no data from Python, except the table of texts that host and page share."""

import json
from pathlib import Path

import pytest

READINGS = Path(__file__).parents[1] / "support" / "readings.json"


@pytest.mark.parametrize("name", ["autosave", "history", "readings", "serial", "spoken", "strokes"])
def test_module(in_node, name):
    in_node(f"{name}.test.js", json.loads(READINGS.read_text(encoding="utf-8")) if name == "readings" else None)
