"""Importing this makes the runner's package importable: these scripts share its catalogue."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "runner"))
