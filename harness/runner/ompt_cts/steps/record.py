"""What %cts-record runs; `record_run` explains the options."""

import os
import sys

sys.path[0] = os.path.abspath(f"{__file__}/../../..")

from ompt_cts.steps import keeper
from ompt_cts.steps.record_run import run

keeper.keep(leave=False)  # the program has a session of its own, which would outlive us
sys.exit(run(sys.argv[1:]))
