"""The standard sets of puzzles, for measurements that anyone can repeat.

The generator makes the same sets on every machine, and they may be published without asking anybody.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from rowloom.host.generate.generator import generate_puzzle
from rowloom.host.generate.specification import ANY, Specification
from rowloom.host.jobs.job import Progress
from rowloom.host.methods import METHODS
from rowloom.host.whole_files import atomic_write
from rowloom.sources import imported
from rowloom.tools import cache_for

__all__ = ["STANDARD_SETS", "StandardSet"]


@dataclass(frozen=True)
class StandardSet:
    """The puzzles with the seeds 1 to ``number`` that meet a specification."""

    number: int
    specification: Specification

    def file(self, progress: Progress) -> Path:
        """Return a file with the puzzles, which is kept in the cache until the code of the generator changes.

        Raises ToolError if the cache is not writable, and NotInstalled if the SAT solver is missing.
        """
        wanted = self.specification
        path = cache_for("standard") / f"{wanted.genre}-{wanted.size}-{wanted.difficulty}-{self._digest()}.txt"
        if not path.exists():
            texts = []
            for seed in range(1, self.number + 1):
                progress.searching(f"{wanted.genre} {wanted.name(seed)}")
                texts.append(generate_puzzle(wanted, seed).puzzle.write())
                progress.done()
            with atomic_write(path) as fresh:
                fresh.write_text("\n".join(texts), encoding="utf-8")
        return path

    def _digest(self) -> str:
        methods = METHODS[self.specification.genre]
        names = (method.partition(":")[0] for method in (methods.generator, methods.proofs, methods.whole) if method)
        digest = hashlib.sha256(repr(self).encode())
        for source in imported([generate_puzzle.__module__, *names]):
            digest.update(source.read_bytes())
        return digest.hexdigest()[:12]


STANDARD_SETS = (
    StandardSet(100, Specification("slitherlink", 10, 10)),
    StandardSet(30, Specification("slitherlink", 20, 20, "hard")),
    StandardSet(12, Specification("slitherlink", 20, 36)),
    StandardSet(30, Specification("slink", 10, 10)),
    StandardSet(300, Specification("sudoku", 9, 9, ANY)),
    StandardSet(10, Specification("sudoku", 16, 16)),
    StandardSet(30, Specification("smullyan", 10, 10)),
    StandardSet(30, Specification("canal", 10, 10)),
)
