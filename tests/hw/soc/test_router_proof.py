"""The router of a line with several SoCs loses no byte, mixes no frames, and lets no SoC wait for long. The proofs are
by induction, so they hold for any frames, noise and pauses, and for any number of clocks.

:mod:`test_uart_proof` proves when a SoC has a whole frame.
"""

from enum import IntEnum

import pytest
from amaranth.hdl import Array, Assert, Assume, Mux, Signal

from rowloom.host.wire.protocol import Hello, pack
from rowloom.hw.soc.router import FrameDistributor, FrameMerger
from support.frames import frames_in, soc_of
from support.proof import Proof, refuted

HEAD = 3
"""The number of bytes of a frame that must arrive before it is known for which SoC the frame is."""

Distributing = IntEnum("Distributing", "BETWEEN KIND SESSION ZERO HEAD_0 HEAD_1 HEAD_2 REST", start=0)
"""The states of the distributor, in the order in which the distributor defines them."""


class Distribution(Proof):
    """A frame of three bytes or more goes to one SoC: a zero, then all its bytes and the zero after it, in order."""

    def __init__(self, socs, unit=None):
        unit = unit or FrameDistributor(socs)
        super().__init__(unit, [unit.frames.valid, unit.frames.payload])
        self.socs, self.state = socs, self.within("fsm_state", 3)
        self.held = [self.within(f"head[{place}]", 8) for place in range(HEAD)]
        self.chosen = self.within("chosen", range(unit._socs))

    def claims(self, m):
        unit = self.unit
        come, sent = Signal(range(HEAD + 1)), Signal(range(HEAD + 2))  # bytes of this frame, up to a limit
        head = [Signal(8, name=f"byte_{place}") for place in range(HEAD)]
        accepted = unit.frames.valid & unit.frames.ready
        ends = accepted & (unit.frames.payload == 0)
        with m.If(ends):
            m.d.sync += [come.eq(0), sent.eq(0)]
        with m.Elif(accepted & (come != HEAD)):
            m.d.sync += come.eq(come + 1)
            for place, byte in enumerate(head):
                with m.If(come == place):
                    m.d.sync += byte.eq(unit.frames.payload)
        # This computes the same number as soc_of in tests/support/frames.py.
        number = Mux(head[0] == 2, 0, head[2][:4])
        soc = Mux(number < self.socs, number, 0)
        with m.If(come != HEAD):
            m.d.comb += [Assert(unit.valid == 0), Assert(unit.frames.ready)]
        with m.Elif(sent != HEAD + 1):
            m.d.sync += sent.eq(sent + 1)
            m.d.comb += [Assert(~unit.frames.ready), Assert(unit.valid == 1 << soc),
                         Assert(unit.byte == Array([0, *head])[sent])]
        with m.Else():
            m.d.comb += [Assert(unit.frames.ready), Assert(unit.valid == Mux(unit.frames.valid, 1 << soc, 0)),
                         Assert(unit.byte == unit.frames.payload)]
        m.d.comb += [
            # The induction needs the following assertions, which imply the assertions above.
            Assert(self.state == Mux(come != HEAD, come, Distributing.ZERO + sent)),
            Assert((come == HEAD) | (sent == 0)),
            *(Assert((come <= place) | (held == byte)) for place, (held, byte) in enumerate(zip(self.held, head))),
            Assert((come != HEAD) | (self.chosen == soc)),
        ]


def test_the_session_in_a_frame_selects_the_soc():
    for session in (*range(256), 0x100, 0x1200, 0x120001, 0x12000000):
        (frame,) = frames_in(pack(Hello(), session))
        assert soc_of(frame, 16) == session % 16
        assert soc_of(frame, 5) == (session % 16 if session % 16 < 5 else 0)


@pytest.mark.parametrize("socs", [2, 5, 16])
def test_each_frame_reaches_its_soc(prove_by_induction, socs):
    prove_by_induction(Distribution(socs))


def test_a_wrong_distributor_is_refuted(prove_by_induction):
    """The wrong unit distributes frames to six SoCs instead of five."""
    with refuted():
        prove_by_induction(Distribution(5, FrameDistributor(6)))


class Merging(Proof):
    """Each byte of a SoC is sent exactly once. After the first byte of a turn, all bytes come from the same SoC until
    the end of its frame. A SoC with a whole frame waits for at most one frame of each other SoC. Only SoCs with a whole
    frame get a turn, and their bytes are then sent without a delay.

    If a SoC has a ``whole`` frame, it stays ``whole`` until the end of this frame has been sent.
    """

    def __init__(self, socs, unit=None):
        unit = unit or FrameMerger(socs)
        super().__init__(unit, [
            unit.whole, unit.merged.ready,
            *(port for frames in unit.frames for port in (frames.valid, frames.payload))])
        self.socs = socs
        self.turn = self.within("turn", range(socs))
        self.sends, self.inside = self.within("sends"), self.within("inside")

    def claims(self, m):
        unit, socs = self.unit, self.socs
        # `nothing` is always 0. Without it, Yosys could merge `turn` with an expression that has the same value, before
        # `turn` is connected with the unit.
        nothing = Signal(range(socs))
        m.d.sync += nothing.eq(nothing)
        self.turn ^= nothing
        takes = [frames.valid & frames.ready for frames in unit.frames]
        sent, zero, nonzero = unit.merged.valid & unit.merged.ready, unit.merged.payload == 0, Signal()
        owner, owned, ends, idle = Signal(range(socs)), Signal(), Signal(), Signal()
        m.d.comb += [Assert(sum(takes) == sent), ends.eq(sent & nonzero & zero)]
        with m.If(sent):
            m.d.sync += [nonzero.eq(~zero), owned.eq(~ends)]
        m.d.sync += idle.eq(~self.sends & unit.whole.any())
        for number, taken in enumerate(takes):
            with m.If(taken):
                m.d.sync += owner.eq(number)
                m.d.comb += [
                    Assert(~owned | (owner == number)), Assert(unit.merged.payload == unit.frames[number].payload)]
            self.waits(m, number, taken, ends)
        m.d.comb += [
            Assert(~idle | self.sends),  # while a whole frame waits, at most one clock passes without a turn
            Assert(unit.merged.valid == (self.sends & Array(frames.valid for frames in unit.frames)[self.turn])),
            Assert(~self.sends | Array(unit.whole)[self.turn]),
            # The induction needs the following assertions, which imply the assertions above.
            Assert(~owned | self.sends & (owner == self.turn)), Assert(~(self.sends & ~owned) | ~nonzero),
            Assert(self.inside == nonzero), Assert(~nonzero | owned), Assert(self.turn < socs),
        ]

    def waits(self, m, number, taken, ends):
        """Count the frames of other SoCs that are sent while this SoC has a whole frame."""
        whole = self.unit.whole[number]
        waited = Signal(range(self.socs + 1), name=f"waited_{number}")
        was = Signal(name=f"was_{number}")
        m.d.sync += [
            was.eq(whole & ~(ends & taken)),
            waited.eq(Mux(whole & ~(ends & taken), waited + ends, 0)),
        ]
        m.d.comb += [Assume(~was | whole), Assert(waited < self.socs)]
        mine = self.turn == number
        # The number of turns until it is this SoC's turn again. It follows from ``turn``, the SoC whose turn it is now.
        left = Array((number - turn - 1) % self.socs + 1 for turn in range(self.socs))[self.turn]
        m.d.comb += [
            # The induction needs the following assertions. The bound for `waited` follows from them.
            Assert(was | (waited == 0)),
            Assert(self.sends & mine | (waited + left + self.sends <= self.socs)),
        ]


@pytest.mark.parametrize("socs", [2, 3, 5])
def test_whole_frames_in_turns(prove_by_induction, socs):
    prove_by_induction(Merging(socs))


def test_an_impatient_merger_is_refuted(prove_by_induction):
    """In the wrong unit, SoC 0 interrupts the frames of the other SoCs."""
    class Impatient(FrameMerger):
        def elaborate(self, platform):
            m = super().elaborate(platform)
            with m.If(self.whole[0]):
                for frames in self.frames:
                    m.d.comb += frames.ready.eq(0)
                m.d.comb += [
                    self.merged.payload.eq(self.frames[0].payload), self.merged.valid.eq(self.frames[0].valid),
                    self.frames[0].ready.eq(self.merged.ready)]
            return m

    with refuted():
        prove_by_induction(Merging(3, Impatient(3)))
