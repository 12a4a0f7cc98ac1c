"""``python -m rowloom`` runs the ``rowloom`` command, even if its script is not in the path."""

import sys

from rowloom.host.cli import main

sys.exit(main())
