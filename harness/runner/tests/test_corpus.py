"""corpus: which programs are found, what becomes of each, and how findings are grouped."""

import json
import os
from typing import Any

from ompt_cts.catalogue import HARMLESS
from ompt_cts.corpus import collection, runner, sources, summary
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.system.mapped import Mapped
from ompt_cts.verdict.evidence import Session
from ompt_cts.verdict.identity import Applied

from tests import fake_tools
from tests import reporting as made
from tests.reporting import MANDATORY, OTHER, deviation, finding
from tests.test_commands import BAD, GOOD, Commands

# A compiler: the text after `//does` in a source is the program's behavior.
COMPILER = """\
import os, sys
words = sys.argv[1:]
out = words[words.index("-o") + 1]
given = [w for w in words if w.endswith((".c", ".cpp", ".o")) and w != out]
text = "".join(open(path).read() for path in given)
if "#eat" in text:
    bytearray(8 << 30)
if "#error" in text:
    sys.exit("x.c:1:2: error: as asked")
if "-c" in words:
    open(words[words.index("-MF") + 1], "w").write(out + ": " + given[0])
else:
    what = [line[6:] for line in text.splitlines() if line.startswith("//does")]
    text = PROGRAM.replace("WHAT", what[0] if what else "{}")
open(out, "w").write(text)
os.chmod(out, 0o755)
"""
PROGRAM = """\
import json, os, shutil, signal, sys, time
what = json.loads(r'''WHAT''')
tool = os.environ.get("OMP_TOOL") == "enabled"
if "trace" in what and tool:
    os.makedirs(os.environ["OMPT_CTS_TRACE"] + "/info")
    open(os.environ["OMPT_CTS_TRACE"] + "/info/state", "wb").write(b"MT-CTS01" + bytes(24))
    own = {k: v for k, v in os.environ.items() if k.startswith("OMPT_CTS_") and k[9:] != "TRACE"}
    what["trace"]["environment"] |= own
    json.dump(what["trace"], open(os.environ["OMPT_CTS_TRACE"] + "/metadata", "w"))
    if what.get("forks"):
        shutil.copytree(os.environ["OMPT_CTS_TRACE"], os.environ["OMPT_CTS_TRACE"] + ".9")
for _ in range(what.get("starts", 0)):
    if os.fork():
        os.wait()
        break
    os.unlink(open(f"/dev/shm/__KMP_REGISTERED_LIB_{os.getpid()}_0", "x").name)
print(what.get("say", ""))
probes = os.environ.get("OMPT_CTS_PROBES", "") if tool else "without"
if "null-tool" in os.environ.get("OMP_TOOL_LIBRARIES", ""):
    probes = "nothing"
if probes in what.get("when", probes):
    time.sleep(what.get("sleep", 0))
if what.get("signal") and probes in what.get("when", probes):
    os.kill(os.getpid(), what["signal"])
sys.exit(what.get("exit", 0))
"""


class Tree(Commands):
    """A folder of programs, a runtime whose compiler is the one above, and fake tools."""

    def setUp(self) -> None:
        super().setUp()
        self.tree = self.root / "tree"
        python = fake_tools.script(self.root / "p", "").read_text().splitlines()[0] + "\n"
        body = f"PROGRAM = {python + PROGRAM!r}\n{COMPILER}"
        compiler = str(fake_tools.script(self.root / "cc", body))
        one = {"path": compiler, "real": compiler, "version": ""}
        self.runtime: dict[str, Any] = {
            "name": "x",
            "library_real": made.LIBRARY,
            "sha256": "0",
            "compilers": {"c": one, "cxx": one},
            "flags": {},
            "include_dirs": [],
            "library_dirs": [],
            "environment": {},
            "parts": "",
            "offload": None,
            "offload_reason": "it has none",
        }
        self.path = self.root / "runtime-x.json"
        self.path.write_text(json.dumps(self.runtime))

    def source(self, name: str, text: str = "", **does: Any) -> str:
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"#include <omp.h>\nint main(void) {{}}\n{text}\n//does{json.dumps(does)}\n"
        )
        return name

    def describe(self, text: str) -> None:
        (self.tree / "corpus.toml").write_text(text)

    def find(self) -> sources.Found:
        return sources.find(collection.load(self.tree))

    def judge(self, *deviations: Any, timeout: float = 20.0) -> dict[str, Json]:
        session = Session("x", "5.2", deviations=deviations)
        programs = collection.load(self.tree)
        setting = runner.Setting(
            programs, session, self.runtime, self.path, self.build, timeout, False
        )
        return {p.name: runner.run(p, setting) for p in sources.find(programs).programs}

    def judge_one(self, *deviations: Any, timeout: float = 20.0, **does: Any) -> Json:
        name = self.source("a.c", **does)
        return self.judge(*deviations, timeout=timeout)[name]


class Sources(Tree):
    def test_openmp_programs_are_found(self) -> None:
        self.source("a.c")
        self.source("sub/b.cpp", "#pragma omp parallel")
        (self.tree / "plain.c").write_text("int main(void) { return 0; }\n")
        (self.tree / "part.c").write_text("/* int main() */\n# pragma  omp barrier\n")
        (self.tree / "f.f90").write_text("program p\n!$OMP parallel\nend program\n")
        (self.tree / ".hidden").mkdir()
        (self.tree / ".hidden" / "a.c").write_text("#include <omp.h>\nint main() {}\n")
        found = self.find()
        self.assertEqual([p.name for p in found.programs], ["a.c", "f.f90", "sub/b.cpp"])
        self.assertEqual((found.no_openmp, found.no_main), (["plain.c"], ["part.c"]))

    def test_pragmas_of_macros_are_found(self) -> None:
        """The macro stands in the source, or in a header of the collection, however the source includes that header."""
        main = "int main() { PRAGMA(omp parallel) ; }"
        (self.tree / "include" / "a").mkdir(parents=True)
        for name, text in (
            ("own.c", "#define PRAGMA(x) _Pragma(#x)\n" + main),
            ("by_header.c", '#include "a/outer.h"\n' + main),
            ("by_path.c", "#include <outer.h>\n" + main),
            ("f.F90", "#define DIRECTIVE !$omp parallel\nprogram p\nend"),
            ("g.F", "      program p\n      include 'f.inc'\n      end"),
            ("plain.c", '#include "plain.h"\nint main() {}'),
            ("include/a/outer.h", '#include "inner.h"\n'),
            ("include/inner.h", '#include "outer.h"\n#define PRAGMA(x) _Pragma(#x)\n'),
            ("include/f.inc", "c$omp barrier\n"),
            ("include/plain.h", '#define ONCE _Pragma("once")\n'),
        ):
            (self.tree / name).write_text(text)
        found = self.find()
        names = ["by_header.c", "by_path.c", "f.F90", "g.F", "own.c"]
        self.assertEqual([one.name for one in found.programs], names)
        self.assertEqual(found.no_openmp, ["plain.c"])

    def test_a_program_has_an_environment_of_its_own(self) -> None:
        self.source("b.c")
        self.describe(
            '[environment]\nA = "1"\n[[program]]\nname = "b"\nsources = ["b.c"]\n'
            '[program.environment]\nOMP_NUM_THREADS = "3"\n'
        )
        (program,) = self.find().programs
        self.assertEqual(program.environment, {"OMP_NUM_THREADS": "3"})

    def test_only_plain_files_are_read(self) -> None:
        self.source("a.c")
        os.mkfifo(self.tree / "x.c")
        (self.tree / "folder.c").mkdir()
        (self.tree / "zero.c").symlink_to("/dev/zero")
        with (self.tree / "huge.c").open("wb") as file:
            file.truncate(1 << 40)
        self.assertEqual([p.name for p in self.find().programs], ["a.c"])

    def test_a_description_adds_and_takes_away(self) -> None:
        self.source("a.c")
        self.source("b.c")
        self.source("skip/c.c")
        self.describe(
            'ignore = ["skip/*"]\n[[flags]]\nmatch = ["a.c"]\nlink = ["-lm"]\noffload = true\n'
            '[[program]]\nname = "both"\nsources = ["b.c", "skip/c.c"]\n'
        )
        found = {p.name: p for p in self.find().programs}
        self.assertEqual(sorted(found), ["a.c", "both"])
        self.assertEqual((found["a.c"].link, found["a.c"].offload), (("-lm",), True))

    def test_mistakes_are_named(self) -> None:
        self.source("a.c")
        program = '[[program]]\nname = "p"\n'
        cases = {
            'colour = "red"\n': "unknown key 'colour'",
            "[": "is not valid TOML",
            'name = "../x"\n': "cannot be a file's name",
            program: "needs either sources or run",
            '[environment]\nOMP_TOOL = "disabled"\n': "the harness itself sets OMP_TOOL",
            program + 'run = ["x"]\ntimeout = -1\n': ">= 0.0 - at `$.program[0].timeout`",
            program + 'run = ["x"]\ntimeout = "9"\n': "Expected `float`, got `str`",
            program + 'sources = ["no.c"]\n': "the source no.c does not exist",
            program + 'run = ["x"]\n' + program + 'run = ["y"]\n': "two programs have the name p",
        }
        for text, message in cases.items():
            self.describe(text)
            with self.subTest(message), self.assertRaises(UserError) as caught:
                self.find()
            self.assertIn(message, str(caught.exception))

    def test_names_are_whatever_a_file_may_be_called(self) -> None:
        for name in ("a$b.c", "a b.c", 'a"b.c', "a'b.c", "a\nb.c", "a{root}b.c"):
            self.source(name, trace=GOOD)
        self.source("c.c", trace=GOOD)
        self.describe(
            'name = "my $programs"\n[[program]]\nname = "x \'\\"\\n$y"\nsources = ["c.c"]\n'
        )
        found = self.judge()
        self.assertEqual({entry["status"] for entry in found.values()}, {"pass"})
        self.assertEqual(len(found), 7)

    def test_each_program_has_a_folder_of_its_own(self) -> None:
        names = ["a/b.c", "a__b.c", "a_/b.c", "a/_b.c", "ü" * 150 + "/a.c", "ü" * 150 + "/b.c"]
        folders = {runner.folder_of(name) for name in names}
        self.assertEqual(len(folders), len(names))
        self.assertLess(max(len(os.fsencode(folder)) for folder in folders), 256)


class Outcomes(Tree):
    def test_judged(self) -> None:
        self.source("good.c", trace=GOOD)
        self.source("bad.c", trace=BAD, exit=3)
        found = self.judge()
        self.assertEqual(found["good.c"]["status"], "pass")
        self.assertEqual(found["good.c"]["exercised"], [MANDATORY, HARMLESS])
        self.assertEqual((found["bad.c"]["status"], found["bad.c"]["ended"]), ("fail", "exit 3"))
        known = deviation(MANDATORY, "corpus/tree/*")
        self.assertEqual(self.judge(known)["bad.c"]["status"], "waived")

    def test_what_cannot_be_judged(self) -> None:
        self.source("broken.c", "#error")
        self.source("idle.c")
        self.source("short.c", trace=made.judged({OTHER: 1}, complete=False))
        self.source("forks.c", trace=GOOD, forks=True)
        self.source("hides.c", starts=1)
        self.source("loses.c", trace=GOOD, starts=2)
        found = self.judge()
        for name in ("hides.c", "loses.c"):
            hidden = "left no trace" in found[name].get("reason", "")
            self.assertEqual(hidden, Mapped().whole)  # without the kernel's record it is not seen
        self.assertEqual(found["broken.c"]["status"], "not-compiled")
        self.assertEqual(found["broken.c"]["reason"], "x.c:1:2: error: as asked")
        self.assertEqual(found["idle.c"]["status"], "no-openmp")
        self.assertEqual(found["short.c"]["status"], "not-judged")
        self.assertIn("other processes of it used OpenMP", found["forks.c"]["reason"])

    def test_a_compiler_is_bounded(self) -> None:
        self.source("eats.c", "#eat")
        found = self.judge()
        self.assertEqual(found["eats.c"]["status"], "not-compiled")
        self.assertIn("MemoryError", found["eats.c"]["reason"])

    def test_crash_and_hang_without_the_checker(self) -> None:
        self.assertEqual(self.judge_one(trace=GOOD, signal=9)["status"], "crash")
        self.assertEqual(self.judge_one(trace=GOOD, sleep=9, timeout=0.3)["status"], "timeout")

    def test_crash_with_any_tool(self) -> None:
        when = ["light", "none", "nothing"]
        found = self.judge_one(trace=GOOD, signal=9, when=when)
        self.assertEqual(found["status"], "fail")
        self.assertEqual(found["findings"][0]["rule"], "tool.harmless")
        known = deviation("crash", "corpus/*")
        found = self.judge_one(known, trace=GOOD, signal=9, when=when)
        self.assertEqual(found["status"], "waived")
        begun = {**GOOD, "trace": {**GOOD["trace"], "shown": ["deferred_target"]}}
        for shown, status in (("deferred_target", "waived"), ("roots", "fail")):
            known = deviation("crash", "corpus/*", shown=(shown,))
            found = self.judge_one(known, trace=begun, signal=9, when=when)
            self.assertEqual(found["status"], status, shown)

    def test_what_only_recording_brings_about_blames_nobody(self) -> None:
        found = self.judge_one(trace=GOOD, signal=9, when=["light", "none"])
        self.assertEqual(found["status"], "not-judged")
        self.assertIn("only if the checker records", found["reason"])
        found = self.judge_one(trace=GOOD, sleep=60, when=["light", "none"], timeout=4)
        self.assertEqual((found["status"], found["findings"]), ("slow", []))

    def test_a_library_that_is_missing(self) -> None:
        found = self.judge_one(say="a.so: cannot open shared object file", exit=127)
        self.assertEqual(found["status"], "not-started")
        self.assertIn("cannot open shared object file", found["reason"])

    def test_crash_with_probes_alone_is_judged_without(self) -> None:
        found = self.judge_one(trace=GOOD, signal=9, when=["light"])
        self.assertEqual((found["status"], found["exercised"]), ("fail", [MANDATORY]))
        self.assertIn("with light probes, not without", found["findings"][0]["message"])
        facts = found["findings"][0]["facts"]
        self.assertEqual((facts["signal"], facts["asked"]), ("SIGKILL", "light"))

    def test_a_program_that_its_own_makefile_builds(self) -> None:
        self.tree.mkdir()
        script = "printf '#!/bin/sh\\nexit 0\\n' > made && chmod +x made"
        self.describe(
            f'[[program]]\nname = "p"\nbuild = "{script}"\nrun = ["{{root}}/made"]\n'.replace(
                "\\", "\\\\"
            )
            + '[[program]]\nname = "q"\nbuild = "echo an error; false"\nrun = ["x"]\n'
        )
        found = self.judge()
        self.assertEqual(found["p"]["status"], "no-openmp")
        self.assertEqual((found["q"]["status"], found["q"]["reason"]), ("not-compiled", "an error"))


class Grouping(Tree):
    def test_same_rule_and_shape(self) -> None:
        other = finding(MANDATORY, "thread 0x7f12 is wrong")
        other["witness"][0]["fields"] = {"endpoint": "begin"}
        remark = finding(OTHER, severity="remark")
        found = [
            {"name": name, "findings": [finding(MANDATORY), finding(MANDATORY), *more]}
            for name, more in (("a", [other, remark]), ("b", []))
        ]
        first, second, third = summary.group(found)
        self.assertEqual(first["shape"], "implicit_task(endpoint=end)")
        self.assertEqual((first["in_programs"], first["findings"]), (2, 4))
        self.assertEqual(second["example"], "thread 0x… is wrong")
        self.assertEqual(third["severity"], "remark")

    def test_summary(self) -> None:
        self.source("good.c", trace=GOOD)
        self.source("bad.c", trace=BAD)
        self.source("broken.c", "#error")
        programs = collection.load(self.tree)
        outcomes = sorted(self.judge().values(), key=lambda o: str(o["name"]))
        known = Applied().row()
        result = summary.build(programs, "x", "5.2", known, sources.find(programs), outcomes)
        self.assertEqual((result["programs"], result["judged"], result["unexplained"]), (3, 2, 1))
        path = self.root / "r.json"
        summary.write(result, path)
        self.assertEqual(json.loads(path.read_text()), json.loads(json.dumps(result)))
        self.assertNotIn("outcome", path.read_text())
        self.assertNotIn(str(self.root), path.read_text())

    def test_what_only_crashed_was_not_judged(self) -> None:
        self.source("a.c", trace=GOOD, signal=9, when=["light", "nothing", "none"])
        outcomes = list(self.judge().values())
        self.assertEqual(outcomes[0]["status"], "fail")
        programs = collection.load(self.tree)
        result = summary.build(
            programs, "x", "5.2", Applied().row(), sources.find(programs), outcomes
        )
        self.assertEqual((result["judged"], result["unexplained"]), (0, 1))

    def test_little_is_left_behind(self) -> None:
        self.source("good.c", trace=GOOD)
        self.source("bad.c", trace=BAD)
        self.judge()
        left = sorted(path.name for path in (self.build / "corpus").rglob("*") if path.is_file())
        self.assertEqual(left, ["metadata", "state", "trace.record.json"])


class BadInput(Commands):
    def test_one_line_and_exit_code_2(self) -> None:
        self.assertIn("does not exist", self.refused("check", "/no/such"))
        (self.root / "empty").mkdir()
        self.assertIn("no OpenMP program", self.refused("check", "empty"))
        self.assertIn("cannot read", self.refused("check", "empty", "--collection", "no.toml"))
        self.assertIn("number of seconds", self.refused("check", "empty", "--timeout", "x"))
        self.assertIn("above 0", self.refused("check", "empty", "--jobs", "0"))
        (self.root / "a.c").write_text("#include <omp.h>\nint main(void) {}\n")
        self.assertIn("no runtime 'x'", self.refused("check", ".", "--runtime", "x"))
