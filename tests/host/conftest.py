"""What the tests of the host's side share."""

import importlib.util
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def wire():
    """The module ``channel`` beside this file: tests cannot import each other by name."""
    spec = importlib.util.spec_from_file_location("channel", Path(__file__).with_name("channel.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
