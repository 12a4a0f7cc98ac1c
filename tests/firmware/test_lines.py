"""The source lines of the firmware's instructions."""

from rowloom.engines.config import SoCConfig
from rowloom.firmware import lines
from rowloom.firmware.build import SOURCES, debug_executable, memory_image


def test_instructions_have_source_lines(monkeypatch):
    executable = debug_executable(SoCConfig.of("checker:4x4"))
    monkeypatch.setattr(lines, "debug_executable", lambda config: executable)
    rows = lines.source_lines(SoCConfig.of("checker:4x4"))
    addresses = [address for address, _, _ in rows]
    assert addresses == sorted(set(addresses))
    assert (rows[0][:2], addresses[-1] < len(memory_image(executable))) == ((0, "start.S"), True)
    texts = {file: (SOURCES / file).read_text().splitlines() for _, file, _ in rows}
    assert all(1 <= line <= len(texts[file]) for _, file, line in rows)
    assert {"main.c", "frame.c", "engines/checker.c"} <= texts.keys()
    # One of the lines is the line of start.S that calls `main`.
    assert any("main" in texts[file][line - 1] for _, file, line in rows if file == "start.S")
