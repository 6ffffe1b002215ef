"""Install and build what is missing, and stop there."""

import argparse

from ompt_cts.paths import build_dir


def add_arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def run(args: argparse.Namespace) -> int:
    del args  # the launcher has done everything by now
    print(f"ready: {build_dir()}")
    return 0
