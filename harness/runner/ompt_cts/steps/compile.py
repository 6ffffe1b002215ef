"""The program behind %cts-compile: compiles a test program with the runtime's compilers and flags.

    python3 compile.py --runtime-json FILE [options] SRC… -o OUT [compiler flags]

A program is compiled again only if a source, an included file, the command, the compiler
or the runtime has changed.
"""

import os
import sys

sys.path[0] = os.path.abspath(f"{__file__}/../../..")

from ompt_cts.steps.compile_run import main

sys.exit(main(sys.argv[1:]))
