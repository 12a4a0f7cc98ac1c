"""The words for the page's grid, for screen readers."""


def test_what_is_seen_is_said(in_node):
    in_node("spoken.test.js", {})
