"""Rowloom's gateware, in Amaranth.

Importing this package makes ``amaranth_soc``, ``amaranth_stdio`` and ``minerva`` importable if the extra ``sim`` is
installed: PyPI has them only inside other packages (luna-soc, pythondata-cpu-minerva), as plain source folders.
"""

import importlib.util
import sys
from pathlib import Path

for _package, _inside in (("luna_soc", "gateware/vendor"), ("pythondata_cpu_minerva", "sources")):
    # This uses find_spec instead of an import, because importing luna_soc pulls in USB tools and silences Amaranth's
    # warnings.
    _spec = importlib.util.find_spec(_package)
    if _spec is not None and _spec.submodule_search_locations:
        _folder = str(Path(_spec.submodule_search_locations[0]) / _inside)
        if _folder not in sys.path:
            sys.path.append(_folder)
