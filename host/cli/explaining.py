"""The pictures of the steps of engines that explain themselves, in files."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rowloom.errors import CommandError, UsageError
from rowloom.host.cli.common import failing_as
from rowloom.host.drawing.drawing import Drawing
from rowloom.host.drawing.pictures import save, save_animation
from rowloom.host.puzzles import Puzzle
from rowloom.host.puzzles.shown import drawn
from rowloom.host.solvers.steps import Step

__all__ = ["check_output", "draw_hint", "draw_steps"]

_SECONDS = 2.0
"""How long each step of an animation is seen."""

_ANIMATION = ".gif"
_PICTURES = ".svg", ".png"


def check_output(path: str, hint: bool) -> None:
    """Raise an error if no pictures of steps, or of a ``hint``, can be written there, as far as its name shows."""
    # An unset variable of a script must not mean that nothing is drawn.
    if not path:
        raise UsageError("-o takes the name of a file, or of a folder; found nothing")
    suffix = Path(path).suffix.lower()
    if hint and suffix not in _PICTURES:
        raise UsageError(f"--hint draws one picture: -o takes a name that ends in {' or '.join(_PICTURES)}")
    if hint or suffix == _ANIMATION:
        return
    if suffix in _PICTURES:
        raise UsageError(
            f"--explain draws a picture of each step: -o takes a name that ends in {_ANIMATION}, or a folder's name"
        )
    if any(Path(path).glob("step-*.svg")):
        raise CommandError(f"{path}: there are pictures of steps already; name another folder")


def draw_steps(puzzle: Puzzle, steps: Sequence[Step], path: str) -> None:
    """Draw a puzzle and each step into an animation, or the steps into a folder, one file a step."""
    titles = [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    with failing_as(path, OSError):
        if Path(path).suffix.lower() == _ANIMATION:
            drawings = [drawn(puzzle, coordinates=True), *map(_picture, steps)]
            save_animation(drawings, [puzzle.name, *titles], path, _SECONDS)
            return
        Path(path).mkdir(parents=True, exist_ok=True)
        for number, (step, title) in enumerate(zip(steps, titles), 1):
            save(_picture(step), Path(path) / f"step-{number:03}.svg", title=title)


def draw_hint(step: Step, path: str) -> None:
    """Draw a step into a file."""
    with failing_as(path, OSError):
        save(_picture(step), path, title=str(step))


def _picture(step: Step) -> Drawing:
    return replace(step.picture(), coordinates=True)
