"""The page reads what the host reads: the table of texts that both share."""

import json
from pathlib import Path

TABLE = json.loads((Path(__file__).parents[1] / "support" / "readings.json").read_text(encoding="utf-8"))


def test_the_page_finds_what_the_table_has(in_node):
    in_node("readings.test.js", TABLE)
