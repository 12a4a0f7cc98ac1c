"""The files that a build depends on."""

import pytest

from rowloom import sources
from rowloom.engines.catalogue import ENGINES
from rowloom.engines.config import SoCConfig
from rowloom.sources import imported

TREE = {
    "hw/top.py": "import os\nimport rowloom.hw.bus\nfrom rowloom.hw.units import ALL, adder\n",
    "hw/bus.py": "def late():\n    from rowloom.hw.late import thing\n",
    "hw/late.py": "from rowloom.hw.top import SoC\n",
    "hw/units/__init__.py": "ALL = 1\n",
    "hw/units/adder.py": "from amaranth.hdl import Module\n",
    "hw/units/adder_model.py": "from rowloom.hw.units import adder\n",
    "hw/text.py": "import rowloom.hw.by_name\n",
    "hw/by_name.py": "",
}


@pytest.fixture
def tree(tmp_path, monkeypatch):
    for name, text in TREE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(sources, "_folder", lambda name: tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("modules, files", [
    ([], []),
    (["rowloom.hw.units.adder"], ["hw/units/adder.py"]),
    (["rowloom.hw.top"], ["hw/bus.py", "hw/late.py", "hw/top.py", "hw/units/__init__.py", "hw/units/adder.py"]),
    (["rowloom.hw.units.adder", "rowloom.hw.text"], ["hw/by_name.py", "hw/text.py", "hw/units/adder.py"]),
    (["rowloom.hw.missing", "os"], []),
])
def test_imported_files(tree, modules, files):
    """Every imported file is found, even if it is imported in a function, in a cycle or as a package."""
    assert sorted(imported(modules)) == [tree / file for file in files]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_design_depends_on_its_own_gateware(engine):
    """A design does not depend on the gateware of other engines, nor on files that only commands use."""
    def files(name):
        peripheral = ENGINES[name].peripheral.partition(":")[0]
        return set(imported(["rowloom.firmware.build", peripheral])), set(imported([peripheral]))

    whole, own = files(engine)
    assert own <= whole
    names = {path.stem for path in whole}
    assert {"top", "units", "bus", "config"} <= names
    assert not names & {"area", "area_units", "simulator", "process"}
    for other in set(ENGINES) - {engine}:
        assert files(other)[1] - whole


def test_a_changed_file_makes_another_digest(monkeypatch):
    from rowloom.firmware import build

    config = SoCConfig.of("checker:10x10")
    before = build.design_digest(config)
    files = imported(["rowloom.firmware.build"])
    monkeypatch.setattr(build, "imported", lambda modules: files[1:])
    assert build.design_digest(config) != before
