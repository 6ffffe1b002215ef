"""What %cts-compile runs: compiles a test program with the runtime's compilers and flags.

    python3 -S -E compile.py --runtime-json FILE [options] SRC… -o OUT [compiler flags]

A program is compiled again only when a source, a file that it includes, the command, the compiler
or the runtime has changed. This file is small since Python compiles it at each start; what it
imports is kept compiled.
"""

import sys

from compile_plan import main  # type: ignore[import-not-found]  # beside this file

sys.exit(main(sys.argv[1:]))
