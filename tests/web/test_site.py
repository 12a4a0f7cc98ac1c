"""The site: its modules are built side by side."""

import os
from threading import Event

import pytest

from rowloom.hw.tools import ToolError
from rowloom.sim.module import DESCRIPTION, WASM
from rowloom.web import site


def built(folder):
    folder.mkdir()
    (folder / WASM).write_bytes(b"wasm")
    (folder / DESCRIPTION).write_text('{"engines": [], "watched": []}')
    return folder


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one at a time is built on one processor")
def test_modules_are_built_side_by_side(monkeypatch, tmp_path):
    others = {name: Event() for name in site.ENGINES[:2]}

    def build(config, report):
        name = config.names[0]
        report("1/4")
        for engine, event in others.items():
            if engine == name.partition(":")[0]:
                event.set()
                assert all(other.wait(20) for other in others.values())
        return built(tmp_path / name)

    monkeypatch.setattr(site, "build_module", build)
    lines = []
    site.write_site(tmp_path / "site", lines.append)
    assert sorted(lines) == sorted(f"{name}: 1/4" for name in site.ENGINES)
    for name in site.ENGINES:
        assert (tmp_path / "site" / "board" / f"{name.partition(':')[0]}.wasm").is_file()


def test_one_that_fails_ends_the_others(monkeypatch, tmp_path):
    ended = Event()

    def build(config, report):
        if config.names[0].startswith(site.ENGINES[0]):
            raise ToolError("no room")
        assert ended.wait(20)
        raise ToolError("killed")

    monkeypatch.setattr(site, "build_module", build)
    monkeypatch.setattr(site, "end_pool", lambda pool: ended.set())
    with pytest.raises(ToolError, match="no room"):
        site.write_site(tmp_path)
