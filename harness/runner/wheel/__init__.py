"""The wheel's entry point: the tree that CMake has installed beside this file, started as it is."""

import sys
from pathlib import Path


def main() -> int:
    sys.path.insert(0, str(Path(__file__).with_name("harness") / "runner"))
    from ompt_cts import launch

    return launch.main(sys.argv[1:])
