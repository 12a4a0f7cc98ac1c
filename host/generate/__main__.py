"""``python -m rowloom.host.generate``."""

import sys

from rowloom.host.generate import main

sys.exit(main())
