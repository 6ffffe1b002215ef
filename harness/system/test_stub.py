"""Everything but a system's folder compiles, and links, with the folder of a system that can do nothing.

test_stub.py COMPILER RULES SOURCE… -- OBJECT…: the folder of the rules' headers; the sources of the
checker and of the trace's writer; the libraries and objects of the other programs. The files of a
system are left out, and no other file may know one: neither its headers nor its functions.
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
# The other programs may also use the rest of ISO C, and the libraries that read programs.
STDIO = r"f(close|error|flush|open|printf|read|seek|write)|setvbuf|v?snprintf|std(err|out)|rewind|__isoc99_sscanf"
MORE_C = rf"(str(chr|error|to\w+)|getenv|_?[eE]xit|abort|(m|aligned_)alloc|free|is\w+|localeconv|__errno_location|signal|{STDIO})\Z"
OF_THREADS = r"(nanosleep|pthread_cond_clockwait|pthread_mutex_(un)?lock|__dso_handle|__popcountdi2|_GLOBAL_OFFSET_TABLE_)\Z"  # of C++ itself
OF_LIBRARIES = "dwfl?_|dwarf_|g?elf_"
JUDGES = re.compile("|".join((OF_CPP.pattern, MORE_C, OF_THREADS, OF_LIBRARIES)))
LIBRARIES = re.compile(r"CLI/|elfutils/|fmt/|nlohmann/|(gelf|libelf|dwarf|elf|cxxabi)\.h\Z")
PARTS = ("trace", "validator", "checker_tool", "faults", "devices")
OTHER_PARTS = re.compile(r"test|fuzz|cases|diagrams|native")  # native: with vendors' headers


class Stub(unittest.TestCase):
    compiler = rules = "c++"
    sources: list[Path] = []
    objects: list[str] = []

    def test_the_rest_compiles_and_links(self) -> None:
        rest = [path for path in self.sources if SYSTEM not in path.parents]
        self.assertLess(len(rest), len(self.sources))
        with tempfile.TemporaryDirectory() as folder:
            library, read = Path(folder) / "stub.so", Path(folder) / "read"
            command = [self.compiler, "-std=c++20", "-DCTS_SYSTEM_STUB", "-DNDEBUG", f"-I{HARNESS}"]
            command += "-fPIC -fvisibility=hidden -O0 -H -shared -Wl,--no-undefined".split()
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

    def only_the_language(self, files: set[Path], libraries: str = r"\Z.") -> None:
        """No file outside the systems' folders includes a header that C++ does not have, except of
        these libraries."""
        self.assertNotIn(SYSTEM / "linux" / "kernel.h", files)
        for path in sorted(files):
            if SYSTEM not in path.parents:
                included = set(re.findall(r"^#include <(.*)>", path.read_text(), re.M))
                foreign = {name for name in included if "." in name or "/" in name} - OF_COMPILER
                foreign = {name for name in foreign if not re.match(libraries, name)}
                self.assertEqual(foreign, set(), path)

    def test_judging_needs_no_system_either(self) -> None:
        parts = [path for folder in PARTS for path in (HARNESS / folder).rglob("*")]
        judging = {path for path in parts if path.suffix in (".cpp", ".h")}
        judging = {p for p in judging if not OTHER_PARTS.search(str(p.relative_to(HARNESS)))}
        self.only_the_language(judging, LIBRARIES.pattern)
        command = [self.compiler, "-std=c++20", "-DCTS_SYSTEM_STUB", f"-I{HARNESS}"]
        command += [f"-I{self.rules}", "-fsyntax-only"]
        users = [p for p in judging if p.suffix == ".cpp" and '"system/' in p.read_text()]
        self.assertGreater(len(users), 12)
        done = subprocess.run(
            [*command, *map(str, [*users, *(SYSTEM / "stub").glob("*.cpp")])], check=False
        )
        self.assertEqual(done.returncode, 0)
        own = {f"{path.name}.o" for path in (SYSTEM / "linux").glob("*.cpp")}
        told = subprocess.run(
            ["nm", "-A", "--undefined-only", *self.objects],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        lines = re.findall(r"^.*?([^:]*): +U (\w+)$", told, re.M)
        needed = {name: place for place, name in lines if place.rsplit("/")[-1] not in own}
        del needed["synth_omp_play"]  # the program's own, from the library beside it
        self.assertGreater(len(needed), 100)
        known = {name for name in needed if name in ISO_C or JUDGES.match(name)}
        self.assertEqual({name: needed[name] for name in needed.keys() - known}, {})


if __name__ == "__main__":
    Stub.compiler, Stub.rules, *words = sys.argv[1:]
    split = words.index("--")
    Stub.sources = [Path(word).resolve() for word in words[:split]]
    Stub.objects = words[split + 1 :]
    unittest.main(argv=sys.argv[:1])
