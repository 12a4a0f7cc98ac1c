"""The source lines of the firmware's instructions."""

from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import SOURCES, debug_executable, memory_image
from rowloom.firmware.lines import source_lines


def test_instructions_have_source_lines():
    config = SoCConfig.of("checker:4x4")
    rows = source_lines(config)
    addresses = [address for address, _, _ in rows]
    assert addresses == sorted(set(addresses))
    size = len(memory_image(debug_executable(config)))
    assert (rows[0][:2], addresses[-1] < size) == ((0, "start.S"), True)
    texts = {file: (SOURCES / file).read_text().splitlines() for _, file, _ in rows}
    assert all(1 <= line <= len(texts[file]) for _, file, line in rows)
    assert {"main.c", "frame.c", "engines/checker.c"} <= texts.keys()
    # The code of the start calls `main`, so the line of this call is the last of start.S before main.c.
    assert any("main" in texts[file][line - 1] for _, file, line in rows if file == "start.S")
