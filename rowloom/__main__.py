"""``python -m rowloom``: the ``rowloom`` command, if its script is not in the path."""

import sys

from rowloom.host.cli import main

sys.exit(main())
