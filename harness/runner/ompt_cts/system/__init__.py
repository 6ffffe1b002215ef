"""The runner's use of the operating system beyond what Python offers on all systems: one folder for
each system. `linux` is the only one; a port is another folder with the same modules."""

import sys

__path__ = [f"{__path__[0]}/{sys.platform}"]
