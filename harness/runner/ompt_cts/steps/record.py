"""The program behind %cts-record; `record_run` explains the options."""

import os
import sys

sys.path[0] = os.path.abspath(f"{__file__}/../../..")

from ompt_cts.steps.record_run import run
from ompt_cts.system import keeper

keeper.keep(leave=False)  # the program's own session would outlive us
sys.exit(run(sys.argv[1:]))
