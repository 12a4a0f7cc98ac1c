"""CXXRTL generates C++ code; the simulator rearranges the statements in this code."""

import re

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Elaboratable, Module, Signal

from rowloom.hw.sudoku.parallel.solver import Solver
from rowloom.sim.build import refuse_feedback
from rowloom.sim.statements import depth_first, in_pieces, registers_assigned
from rowloom.tools import CXXRTL, ToolError

LEVELS = """\
bool p_top::eval(performer *performer) {
	value<1> i_a;
	value<1> i_b;
	// cell $a
	i_a = not_u<1>(p_one.curr);
	// cell $b
	i_b = not_u<1>(p_two.curr);
	// cells $c $d
	p_c.slice<0>() = and_uu<1>(i_b, p_one.curr);
	// connection
	p_c.slice<1>() = i_b;
	// cell $one
	if (posedge_p_clk) {
		p_one.next = i_a;
	}
	// memory \\kept write port 0
	if (posedge_p_clk) {
		auto tmp_0 = memory_index(p_c, 0, 3);
		if (tmp_0.valid) {
			memory_p_kept.update(tmp_0.index, p_two.curr, i_a, 0);
		}
	}
	return converged;
}

bool p_top::other() {
"""


def pieces(source):
    """Return the text before the statements, the statements, and the text after the statements."""
    function, end, rest = source.partition("\treturn converged;")
    head, *statements = re.split(r"^(?=\t// c|\t// m)", function, flags=re.MULTILINE)
    return head, statements, end + rest


def test_each_signal_is_computed_right_before_its_first_use():
    head, (a, b, low, high, one, memory), tail = pieces(LEVELS)
    assert pieces(depth_first(LEVELS)) == (head, [a, one, b, low, high, memory], tail)


def test_a_real_unit(tmp_path):
    """No statement is lost, and no statement uses a signal before it is assigned."""
    (tmp_path / "unit.il").write_text(rtlil.convert(Solver(2), emit_src=False))
    CXXRTL.run(["-q", "-p", "read_rtlil unit.il; proc -noopt; write_cxxrtl -noproc unit.cc"], tmp_path)
    text = (tmp_path / "unit.cc").read_text()
    source = text[re.search(r"^bool \w+::eval", text, re.MULTILINE).start():]
    before, after = pieces(source), pieces(depth_first(source))
    assert len(before[1]) > 100 and before[1] != after[1]
    assert (before[0], sorted(before[1]), before[2]) == (after[0], sorted(after[1]), after[2])

    assigned = [set(re.findall(r"^\t([ip]_\w+)(?:\.slice\S*)? = ", statement, re.MULTILINE)) for statement in after[1]]
    for number, statement in enumerate(after[1]):
        later = set().union(*assigned[number + 1:]) - assigned[number]
        assert not later & set(re.findall(r"\b[ip]_\w+", statement))


def test_in_pieces():
    head, (a, b, low, high, one, memory), tail = pieces(LEVELS)
    begin, end = "\t[&]() __attribute__((noinline)) {\n", "\t}();\n"
    assert in_pieces(LEVELS, 4) == "".join((head, begin, a, b, low, high, end, begin, one, memory, end, tail))


COMMIT = """\
	bool commit(ObserverT &observer) {
		bool changed = false;
		if (p_one.commit(observer)) changed = true;
		if (memory_p_kept.commit(observer)) changed = true;
		prev_p_clk = p_clk;
		return changed;
	}
"""


def test_registers_are_assigned_and_memories_observed():
    assert registers_assigned(COMMIT) == COMMIT.replace(
        "if (p_one.commit(observer)) changed = true;", "p_one.curr = p_one.next;")


class Circle(Elaboratable):
    """A two-bit word. If ``apart`` is true, its second bit depends on a signal outside the word, otherwise on its first
    bit."""

    def __init__(self, apart):
        self.apart, self.bit, self.word = apart, Signal(), Signal(2)

    def elaborate(self, platform):
        m = Module()
        first = Signal()
        m.d.comb += [first.eq(self.bit), self.word[0].eq(first)]
        m.d.comb += self.word[1].eq(~(first if self.apart else self.word[0]))
        return m


@pytest.mark.parametrize("apart", [True, False])
def test_words_that_depend_on_themselves_are_refused(tmp_path, apart):
    unit = Circle(apart)
    (tmp_path / "design.il").write_text(rtlil.convert(unit, ports=[unit.bit, unit.word]))
    commands = ["-q", "-p", "read_rtlil design.il; proc -noopt; write_cxxrtl -noproc design.cc"]
    if apart:
        CXXRTL.run(commands, tmp_path, refuse_feedback)
    else:
        with pytest.raises(ToolError, match=r"^the gateware has words that depend on themselves: "):
            CXXRTL.run(commands, tmp_path, refuse_feedback)
