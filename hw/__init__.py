"""Rowloom's gateware, in Amaranth. Knows nothing of the host.

Importing this package makes ``amaranth_soc``, ``amaranth_stdio`` and ``minerva`` importable: PyPI has them only
inside other packages (luna-soc, pythondata-cpu-minerva), as plain source folders.
"""

import importlib.util
import sys
from pathlib import Path


def _folder(package: str, inside: str) -> str:
    # find_spec and not import: luna_soc's own import pulls in USB tools and silences Amaranth's warnings.
    spec = importlib.util.find_spec(package)
    if spec is None:
        raise ImportError(f"{package} is not installed; install the gateware's parts with: "
                          "pip install 'rowloom[sim]'", name=package)
    return str(Path(spec.submodule_search_locations[0]) / inside)


for _path in (_folder("luna_soc", "gateware/vendor"), _folder("pythondata_cpu_minerva", "sources")):
    if _path not in sys.path:
        sys.path.append(_path)
