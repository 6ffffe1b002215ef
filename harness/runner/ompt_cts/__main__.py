# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m ompt_cts` is `ompt-cts` without the set-up."""

import sys

from ompt_cts.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
