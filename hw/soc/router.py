"""Several SoCs on one line: each frame from the host goes to one SoC, and the SoCs take turns to send frames.

A SoC is chosen by the session in a frame, so frames are the same as on the line of a single SoC
(docs/develop/protocol.md).
"""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data, stream, wiring
from amaranth.lib.wiring import In, Out

from rowloom.engines.catalogue import MOST_SOCS
from rowloom.hw.soc.units import ByteLine

__all__ = ["FrameDistributor", "FrameMerger", "FrameRouter"]

_SESSION_IS_ZERO = 2
"""The first byte of a frame if the lowest byte of the frame's session is 0. COBS replaces this 0, the third byte on the
line, and the first byte then contains the distance to it."""


def _check(socs: int) -> None:
    if not 2 <= socs <= MOST_SOCS:
        raise ValueError(f"a line is shared by 2 to {MOST_SOCS} SoCs, not {socs}")


class FrameDistributor(wiring.Component):
    """Send each frame from the host to the SoC whose number is in the lowest four bits of the frame's session.

    If no SoC has this number, the frame goes to SoC 0. The session's lowest byte is the third byte of a frame on the
    line. So the unit keeps the first three bytes until it has received all three. Then it sends the zero before the
    frame and these three bytes in four clocks; in this time, ``frames`` is not ready. A frame of fewer than three bytes
    is dropped.

    The unit never waits for a SoC: a byte that the SoC cannot accept is lost.

    Parameters
    ----------
    socs : int, 2 to 16

    Members
    -------
    frames : In(stream)
        The bytes from the host.
    byte : Out(8)
        A byte for one of the SoCs.
    valid : Out(socs)
        One bit for each SoC, high in each clock in which ``byte`` is for this SoC.
    """

    def __init__(self, socs: int):
        _check(socs)
        self._socs = socs
        super().__init__({"frames": In(stream.Signature(8)), "byte": Out(8), "valid": Out(socs)})

    def elaborate(self, platform) -> Module:
        m = Module()
        frames = self.frames
        head = Signal(data.ArrayLayout(8, 3))
        number = Mux(head[0] == _SESSION_IS_ZERO, 0, frames.payload[:4])
        chosen = Signal(range(self._socs))
        valid = Signal()
        m.d.comb += [frames.ready.eq(1), self.byte.eq(frames.payload), self.valid.eq(valid << chosen)]
        ends = frames.valid & (frames.payload == 0)
        with m.FSM():
            with m.State("BETWEEN"), m.If(frames.valid & ~ends):
                m.d.sync += head[0].eq(frames.payload)
                m.next = "KIND"
            with m.State("KIND"), m.If(frames.valid):
                m.d.sync += head[1].eq(frames.payload)
                m.next = "SESSION"
                with m.If(ends):
                    m.next = "BETWEEN"
            with m.State("SESSION"), m.If(frames.valid):
                m.d.sync += [head[2].eq(frames.payload), chosen.eq(Mux(number < self._socs, number, 0))]
                m.next = "ZERO"
                with m.If(ends):
                    m.next = "BETWEEN"
            with m.State("ZERO"):
                m.d.comb += [frames.ready.eq(0), self.byte.eq(0), valid.eq(1)]
                m.next = "HEAD 0"
            for place in range(len(head)):
                with m.State(f"HEAD {place}"):
                    m.d.comb += [frames.ready.eq(0), self.byte.eq(head[place]), valid.eq(1)]
                    m.next = "REST" if place == len(head) - 1 else f"HEAD {place + 1}"
            with m.State("REST"):
                m.d.comb += valid.eq(frames.valid)
                with m.If(ends):
                    m.next = "BETWEEN"
        return m


class FrameMerger(wiring.Component):
    """Send the frames of several SoCs to the host: the SoCs take turns, and each sends a whole frame.

    A SoC whose bit of ``whole`` is 1 gets its turn after at most one frame of each of the other SoCs, one clock after
    the end of the previous frame. Its bytes are then sent without a delay, up to the zero that ends the frame. A SoC
    whose bit is 0, for example because it has stopped in the middle of a frame, is skipped.

    Parameters
    ----------
    socs : int, 2 to 16

    Members
    -------
    frames : In(stream), for each SoC
        Bytes of frames with a zero before and after each frame.
    whole : In(socs)
        For each SoC, whether the bytes that it will send without a pause contain a whole frame.
    merged : Out(stream)
        The bytes for the host.
    """

    def __init__(self, socs: int):
        _check(socs)
        self._socs = socs
        super().__init__({"frames": In(stream.Signature(8)).array(socs), "whole": In(socs),
                          "merged": Out(stream.Signature(8))})

    def elaborate(self, platform) -> Module:
        m = Module()
        turn = Signal(range(self._socs))  # the SoC that sends, or has sent most recently
        sends = Signal()
        inside = Signal()  # the most recent byte belongs to a frame that has not ended
        merged = self.merged
        with m.Switch(turn):
            for number, frames in enumerate(self.frames):
                with m.Case(number):
                    m.d.comb += [
                        merged.payload.eq(frames.payload), merged.valid.eq(frames.valid & sends),
                        frames.ready.eq(merged.ready & sends)]
                    with m.If(~sends):
                        # Later assignments override earlier assignments. So the SoCs are assigned in reverse order: the
                        # next SoC has the highest priority, and this SoC has the lowest.
                        for distance in range(self._socs, 0, -1):
                            other = (number + distance) % self._socs
                            with m.If(self.whole[other]):
                                m.d.sync += turn.eq(other)
        with m.If(~sends):
            m.d.sync += sends.eq(self.whole.any())
        with m.Elif(merged.valid & merged.ready):
            m.d.sync += inside.eq(merged.payload != 0)
            with m.If(inside & (merged.payload == 0)):
                m.d.sync += sends.eq(0)
        return m


class FrameRouter(wiring.Component):
    """Connect several SoCs with one line. A SoC that hangs delays neither the line nor the other SoCs.

    SoC 0 sets the bit rate. For all SoCs, ``sending`` is high while the line sends bytes of any SoC.

    Parameters
    ----------
    socs : int, 2 to 16

    Members
    -------
    line : Out(ByteLine)
        To the unit that carries bytes to and from the host.
    lines : In(ByteLine), for each SoC
    whole : In(socs)
        See :class:`FrameMerger`.
    """

    def __init__(self, socs: int):
        _check(socs)
        self._socs = socs
        super().__init__({"line": Out(ByteLine), "lines": In(ByteLine).array(socs), "whole": In(socs)})

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.distributor = distributor = FrameDistributor(self._socs)
        m.submodules.merger = merger = FrameMerger(self._socs)
        wiring.connect(m, wiring.flipped(self.line.received), distributor.frames)
        wiring.connect(m, merger.merged, wiring.flipped(self.line.to_send))
        m.d.comb += [self.line.divisor.eq(self.lines[0].divisor), merger.whole.eq(self.whole)]
        for number, line in enumerate(self.lines):
            wiring.connect(m, wiring.flipped(line.to_send), merger.frames[number])
            m.d.comb += [
                line.received.payload.eq(distributor.byte), line.received.valid.eq(distributor.valid[number]),
                line.sending.eq(self.line.sending),
            ]
        return m
