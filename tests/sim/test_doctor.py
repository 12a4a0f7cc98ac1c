"""The doctor runs the tests in the real firmware and the engines' self-tests, and finds no fault in simulated
boards."""

import pytest

from rowloom.host.doctor import Verdict
from rowloom.host.doctor.board import examine


@pytest.mark.parametrize("page, engines", [
    (None, {"checker": "ok", "deducer": "ok", "dynasty": "ok", "parallel": "skipped"}),
    ("parallel", {"parallel": "ok"}), ("scan:25x25", {"scan": "ok"}), ("canal", {"canal": "ok"}),
])  # fmt: skip
def test_simulated_boards(request, page_board, page, engines):
    """The self-test of a fast engine takes the same number of cycles in every build, also in a WebAssembly module."""
    session = page_board(page) if page else request.getfixturevalue("board")
    diagnoses = list(examine(session, session.identify().build.hex(), seconds=0.5))
    assert [one.text for one in diagnoses if one.verdict is Verdict.FAULT] == []
    verdicts = {one.test: one.verdict for one in diagnoses}
    assert {verdicts[part] for part in ("build", "RAM", "ROM", "CPU")} == {"ok"}
    assert {test.removeprefix("engine "): verdict for test, verdict in verdicts.items() if "engine" in test} == engines
