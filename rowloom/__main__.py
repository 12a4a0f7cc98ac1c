"""``python -m rowloom``: the ``rowloom`` command where its script is not on the path."""

import sys

from rowloom.host.cli import main

sys.exit(main())
