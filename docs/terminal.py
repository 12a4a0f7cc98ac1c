"""Draw ``docs/images/terminal.svg``, a picture of a terminal in which the commands below have run."""

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
COMMANDS = (
    "rowloom solve examples/slitherlink-5x5.txt",
    "rowloom generate sudoku --seed 7 | rowloom solve -",
)
COLUMNS = 80


def output(command: str) -> str:
    """Return what a command writes to a terminal, with colours, but without messages on standard error."""
    ours, theirs = pty.openpty()
    environment = {
        **os.environ, "COLUMNS": str(COLUMNS), "TERM": "xterm-256color", "COLORTERM": "truecolor",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip
    with subprocess.Popen(
        command, shell=True, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=theirs,
        stderr=subprocess.DEVNULL,
    ):  # fmt: skip
        os.close(theirs)
        text = b""
        try:
            while chunk := os.read(ours, 1 << 16):
                text += chunk
        except OSError:  # on Linux, the other end is closed
            pass
    os.close(ours)
    return text.decode().replace("\r\n", "\n").rstrip("\n")


def main() -> None:
    """Run the commands, and write the picture."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    for number, command in enumerate(COMMANDS):
        console.print("\n" * bool(number) + f"[bold green]$[/] [bold]{command}[/]", highlight=False)
        console.print(Text.from_ansi(output(command)))
    svg = console.export_svg(title="rowloom")
    # Some programs do not draw a picture that loads a font from the network.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    (ROOT / "docs" / "images" / "terminal.svg").write_text(svg.replace("Fira Code", "DejaVu Sans Mono"))


if __name__ == "__main__":
    main()
