"""The bytes of frames on a line that several SoCs share: a model of :mod:`rowloom.hw.soc.router` in plain Python."""

from collections.abc import Iterable, Sequence

__all__ = ["distributed", "frames_in", "soc_of"]


def frames_in(line: Iterable[int]) -> list[bytes]:
    """Return the frames in the bytes of a line, without the zeros; bytes after the last zero are ignored."""
    return [frame for frame in bytes(line).split(b"\0")[:-1] if frame]


def soc_of(frame: Sequence[int], socs: int) -> int:
    """Return the number of the SoC that receives a COBS-encoded frame of at least three bytes."""
    number = 0 if frame[0] == 2 else frame[2] % 16
    return number if number < socs else 0


def distributed(line: Iterable[int], socs: int) -> list[bytes]:
    """Return the bytes that each SoC receives from a line with these bytes."""
    bytes_for = [b""] * socs
    for frame in frames_in(line):
        if len(frame) > 2:
            bytes_for[soc_of(frame, socs)] += b"\0" + frame + b"\0"
    return bytes_for


class SharedLine:
    """A board with several SoCs, for a :class:`support.channel.Channel`. Each SoC is represented by a board."""

    def __init__(self, socs):
        self.socs = socs
        self._rest = b""

    @property
    def bit_rate(self):
        return self.socs[0].bit_rate

    def feed(self, data):
        *frames, self._rest = (self._rest + data).split(b"\0")
        line = b"".join(frame + b"\0" for frame in frames)
        for soc, mine in zip(self.socs, distributed(line, len(self.socs))):
            soc.feed(mine)

    def take(self):
        return b"".join(soc.take() for soc in self.socs)

    def step(self, seconds):
        for soc in self.socs:
            soc.step(seconds)

    def reset(self):
        for soc in self.socs:
            soc.reset()
