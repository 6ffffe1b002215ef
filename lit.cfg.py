"""lit's entry: `./ompt-cts dev lit suites/tasking` runs the tests of one folder.

--param runtime=NAME       a runtime that `ompt-cts runtimes` lists (default llvm-19)
--param library=FILE       a runtime by its library, with cc, cxx, fc, cflags, ldflags, include and
                           offload_flags as the options of `ompt-cts run`
--param profile=VERSION    the OpenMP version whose rules apply (default 5.2)
--param build=DIR          the build folder (default build, or OMPT_CTS_BUILD_DIR)
--param expectations=FILE  known deviations (default expectations/<runtime>.toml; none: no file)
--param results=DIR        collects a JSON file for each test
--param resolved=FILE      what `ompt-cts run` has worked out of all this, instead of it
--param kept=1             whoever starts lit ends what a killed one leaves running; otherwise lit
                           has a keeper of its own
"""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - lit may run on another Python than ours
    sys.exit(
        f"ompt-cts: error: lit must run on Python 3.11 or newer; this is {sys.version.split()[0]}"
    )

root = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(root, "harness", "runner"))
if "build" in lit_config.params:  # noqa: F821 - lit defines lit_config and config
    os.environ["OMPT_CTS_BUILD_DIR"] = os.path.abspath(lit_config.params["build"])  # noqa: F821

from ompt_cts.suite import lit_setup

lit_setup.configure(config, lit_config, root)  # noqa: F821
