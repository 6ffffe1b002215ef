"""What %cts-record runs; `record_run` explains the options.

This file is small since Python compiles it at each start; what it imports is kept compiled.
"""

import os
import sys

from record_run import run  # type: ignore[import-not-found]  # beside this file

sys.path.append(os.path.abspath(f"{__file__}/../../.."))

from ompt_cts.steps import keeper

keeper.keep(leave=False)  # the program has a session of its own, which would outlive us
sys.exit(run(sys.argv[1:]))
