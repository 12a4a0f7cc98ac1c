"""The work that the page keeps in the browser, in entries that tabs share."""


def test_work_is_kept(in_node):
    in_node("kept.test.js", {})
