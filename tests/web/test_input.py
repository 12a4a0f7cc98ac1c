"""What the page makes of a person's input, in modules without DOM: strokes of a pointer, undo and redo."""

import pytest


@pytest.mark.parametrize("name", ["strokes.test.js", "history.test.js"])
def test_input(in_node, name):
    in_node(name, None)
