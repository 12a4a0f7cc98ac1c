"""The table of texts and their puzzles, for tests of the host and of the page."""

import json
import re
from pathlib import Path

TABLE = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_NAME = re.compile("{(" + "|".join(map(re.escape, TABLE["texts"])) + ")}")

PUZZLES = TABLE["puzzles"]

READINGS = [
    {**row, "text": _NAME.sub(lambda found: TABLE["texts"][found[1]], text)}
    for row in TABLE["readings"] for text in row["texts"]
]
"""Each item has a ``kind``, a ``text``, and the list ``found`` of the puzzles in the text. Some items also have the
``genre`` that a person chose."""
