"""Everything but a system's folder compiles, and links, with the folder of a system that can do nothing.

test_stub.py COMPILER SOURCE…: the sources of the checker and of the trace's writer. Those of a system
are left out, and no other file may know one: neither its headers nor its functions.
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SYSTEM = Path(__file__).resolve().parent
HARNESS = SYSTEM.parent
# Functions of ISO C, and those that C++ itself needs.
ISO_C = {"memchr", "memcmp", "memcpy", "memmove", "memset", "strcmp", "strlen", "strtoul"}
OF_CPP = re.compile("_Z|__(cxa|gxx)_|_Unwind_|__tls_get_addr|__libc_single_threaded")
OF_COMPILER = {"cpuid.h", "immintrin.h"}


class Stub(unittest.TestCase):
    compiler = "c++"
    sources: list[Path] = []

    def test_the_rest_compiles_and_links(self) -> None:
        rest = [path for path in self.sources if SYSTEM not in path.parents]
        self.assertLess(len(rest), len(self.sources))
        with tempfile.TemporaryDirectory() as folder:
            library, read = Path(folder) / "stub.so", Path(folder) / "read"
            command = [self.compiler, "-std=c++20", "-DCTS_SYSTEM_STUB", "-DNDEBUG", f"-I{HARNESS}"]
            command += "-fPIC -fvisibility=hidden -O1 -H -shared -Wl,--no-undefined".split()
            command += ["-o", str(library), *map(str, rest), str(SYSTEM / "stub" / "stub.cpp")]
            with read.open("w") as told:
                done = subprocess.run(command, stderr=told, check=False)
            text = read.read_text()
            self.assertEqual(done.returncode, 0, text)
            ours = {
                Path(found).resolve() for found in re.findall(rf"^\.+ ({HARNESS}/.*)$", text, re.M)
            }
            self.only_the_language({*ours, *rest})
            symbols = subprocess.run(
                ["nm", "-D", "--undefined-only", library],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            needed = set(re.findall(r" U (\w+)", symbols))
            self.assertLessEqual({name for name in needed if not OF_CPP.match(name)}, ISO_C)

    def only_the_language(self, files: set[Path]) -> None:
        """No file outside the systems' folders includes a header that C++ does not have."""
        self.assertNotIn(SYSTEM / "linux" / "kernel.h", files)
        for path in sorted(files):
            if SYSTEM not in path.parents:
                included = set(re.findall(r"^#include <(.*)>", path.read_text(), re.M))
                foreign = {name for name in included if "." in name or "/" in name} - OF_COMPILER
                self.assertEqual(foreign, set(), path)


if __name__ == "__main__":
    Stub.compiler, *words = sys.argv[1:]
    Stub.sources = [Path(word).resolve() for word in words]
    unittest.main(argv=sys.argv[:1])
