"""Pictures of the steps of engines that explain themselves."""

from dataclasses import replace
from pathlib import Path

from rowloom.errors import CommandError, UsageError
from rowloom.host.cli.common import failing_as, tell
from rowloom.host.drawing.pictures import save, save_animation
from rowloom.host.jobs.job import Outcome
from rowloom.host.jobs.status import HINT
from rowloom.host.puzzles.shown import drawn

__all__ = ["check_output", "draw_steps"]

_SECONDS = 2.0
"""The time that an animation shows each step."""

_ANIMATION = ".gif"
_PICTURES = ".svg", ".png"


def check_output(path: str, hint: bool) -> None:
    """Raise an error if a path's name does not suit pictures of steps, or of a ``hint``."""
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


def draw_steps(outcome: Outcome, path: str) -> None:
    """Draw a hint into a picture, or all steps into an animation or a folder with a picture for each step."""
    if not (steps := outcome.steps):
        tell(f"{path}: there is no step to draw")
        return
    titles = [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    drawings = [replace(step.picture(), coordinates=True) for step in steps]
    with failing_as(path, OSError):
        if outcome.status == HINT:
            save(drawings[0], path, title=str(steps[0]))
        elif Path(path).suffix.lower() == _ANIMATION:
            drawings.insert(0, drawn(outcome.puzzle, coordinates=True))
            save_animation(drawings, [outcome.puzzle.name, *titles], path, _SECONDS)
        else:
            Path(path).mkdir(parents=True, exist_ok=True)
            for number, (drawing, title) in enumerate(zip(drawings, titles), 1):
                save(drawing, Path(path) / f"step-{number:03}.svg", title=title)
