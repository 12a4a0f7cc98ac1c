"""A restart that lasts one clock puts every flip-flop of the SoC into its initial state, from any state.

The netlist shows this: a restart sets the register ``reset`` in the next clock. Each other flip-flop has a synchronous
reset, which this register sets, and which takes precedence over the flip-flop's enable. The memories have no reset:
they keep their contents, and the words that they read most recently.
"""

import json

from amaranth.back import rtlil
from amaranth.hdl import Signal

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.top import SoC
from rowloom.hw.soc.units import StatusLeds

SCRIPT = """
read_rtlil soc.il
hierarchy -auto-top
proc
flatten
opt_expr
opt_clean
opt_dff -simple-dffe
opt_clean
opt_merge
write_json soc.json
"""

ENGINES = "checker:1x1", "deducer:1x1", "dynasty:1x1", "canal:1x1", "scan:4x4", "parallel:4x4"

RESTARTS = ("restart", "line_break.restart")

RUNS_ON = {"rx_in_step.stage0", "rx_in_step.stage1", "line_break.left", "reset"}
"""The flip-flops that a restart does not reset: those that sample the line, those that detect a break, and the register
that resets the others."""


def netlist(yosys, folder):
    """Return the nets, by name, and the cells of a SoC."""
    (folder / "soc.il").write_text(rtlil.convert(SoC(SoCConfig.of(*ENGINES))))
    (folder / "soc.ys").write_text(SCRIPT)
    yosys.run(["-q", "soc.ys"], folder)
    top = json.loads((folder / "soc.json").read_text())["modules"]["top"]
    return top["netnames"], top["cells"].values()


def not_reset(nets, cells):
    """Return all names of the flip-flops that a restart does not put into their initial state, except the flip-flops of
    ``RUNS_ON``. Check that each restart sets the register ``reset``."""
    ors = {cell["connections"]["Y"][0]: cell["connections"] for cell in cells
           if cell["type"] in ("$reduce_or", "$reduce_bool")
           or (cell["type"] == "$or" and all(len(bits) == 1 for bits in cell["connections"].values()))}
    first = {bit: level for net in nets.values()
             for bit, level in zip(net["bits"], reversed(net["attributes"].get("init", "")))}

    def is_set(bit, by):
        inputs = ors.get(bit, {"A": (), "B": ()})
        return bit in nets[by]["bits"] or any(is_set(of, by) for of in (*inputs["A"], *inputs.get("B", ())))

    def resets(cell):
        connections, parameters = cell["connections"], cell["parameters"]
        # A $sdffce is not enough, because its enable takes precedence over its reset.
        return (cell["type"] in ("$sdff", "$sdffe") and int(parameters["SRST_POLARITY"], 2)
                and is_set(connections["SRST"][0], "reset")
                and [first.get(bit) for bit in connections["Q"]] == [*reversed(parameters["SRST_VALUE"])])

    flip_flops = [cell for cell in cells if "dff" in cell["type"]]
    assert len(flip_flops) > 100
    register, = (cell for cell in flip_flops if cell["connections"]["Q"] == nets["reset"]["bits"])
    assert register["type"] == "$sdff" and all(is_set(register["connections"]["D"][0], restart) for restart in RESTARTS)
    run_on = {bit for name in RUNS_ON for bit in nets[name]["bits"]}
    kept = {bit for cell in flip_flops if not resets(cell) for bit in cell["connections"]["Q"]} - run_on
    return {name for name, net in nets.items() if kept.intersection(net["bits"])}


class Forgetful(StatusLeds):
    """Lights with a state that is never reset."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        kept = Signal(reset_less=True)
        m.d.sync += kept.eq(self.solving)
        with m.If(kept):
            m.d.comb += self.error.eq(1)
        return m


def test_only_a_faulty_flip_flop_is_not_reset(yosys, tmp_path, monkeypatch):
    """The SoC has all engines, each in its smallest size. Its lights have a flip-flop that is never reset."""
    monkeypatch.setattr("rowloom.hw.soc.top.StatusLeds", Forgetful)
    assert not_reset(*netlist(yosys, tmp_path)) == {"leds.kept"}
