"""Programs of another machine: the compilers' options, and the launcher's command line."""

import os
import subprocess
from pathlib import Path
from unittest import mock

from ompt_cts.errors import UserError
from ompt_cts.runtime import description, linkage, runtimes
from ompt_cts.runtime.description import Target
from ompt_cts.steps import compile_plan, program
from ompt_cts.verdict import recording

from tests.test_runtimes import Folder

RUNTIME = """
base = ["whole", "machines/m"]
name = "whole@m"
title = "Whole on M"
"""
WHOLE = """
name = "whole"
title = "Whole"
family = "f"
library = "{root}/lib/libomp.so.5"
[compilers]
c = ["COMPILER"]
[offload]
flags = ["-fopenmp-targets=x"]
triple = "x"
library = "{root}/lib/libomp.so.5"
"""
MACHINE = """
root = ["ROOT"]
[target]
machine = "m"
triple = "m-linux"
flags = ["--target=m-linux", "--sysroot={root}"]
launcher = ["LAUNCHER", "-L", "{root}"]
emulated = true
slower = 7
"""


class OnAnotherMachine(Folder):
    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        launcher = self.folder / "bin" / "launcher"
        for word, what in (("COMPILER", self.compiler()), ("ROOT", self.folder)):
            text = text.replace(word, str(what))
        path.write_text(text.replace("LAUNCHER", str(launcher)))
        return path

    def found(self) -> runtimes.Runtime:
        self.library()
        self.write("whole.toml", WHOLE)
        self.write("machines/m.toml", MACHINE)
        return runtimes.resolve(description.load(self.write("whole@m.toml", RUNTIME)))

    def launcher(self) -> None:
        path = self.folder / "bin" / "launcher"
        path.parent.mkdir(exist_ok=True)
        path.write_text('#!/bin/sh\nshift 2\necho launched "$@"\nexec "$@"\n')
        path.chmod(0o755)

    def test_compilers_and_programs_are_told(self) -> None:
        self.launcher()
        found = self.found()
        self.assertTrue(found.available, found.reason)
        flags = ["--target=m-linux", f"--sysroot={self.folder}"]
        self.assertEqual((found.flags["all"].compile, found.flags["all"].link), (flags, flags))
        self.assertEqual((found.name, found.offload), ("whole@m", None))
        told = {program.EMULATED: "1", program.SLOWER: "7"}
        self.assertEqual(told, {name: found.environment[name] for name in told})
        run = program.start(["/bin/echo", "a b"], {**os.environ, **found.environment})
        self.assertEqual(run.wait(20), (0, False))
        self.assertEqual(run.output, b"launched /bin/echo a b\na b\n")

    def test_a_tool_without_openmp_is_for_that_machine_as_well(self) -> None:
        job = compile_plan.Job()
        job.no_openmp = True
        plan = object.__new__(compile_plan.Plan)
        plan.runtime = {"target": {"flags": ["--target=m-linux"]}}
        self.assertEqual(plan.flags(job, "c", "compile"), ["--target=m-linux"])
        plan.runtime = {}
        self.assertEqual(plan.flags(job, "c", "compile"), [])

    def test_a_launcher_that_is_missing_is_told(self) -> None:
        self.assertIn("launcher is not installed", self.found().reason)

    def test_check_starts_a_program_by_the_launcher(self) -> None:
        self.launcher()
        told = self.found().environment
        asked = recording.UserProgram(["/app", "x"], ["./app", "x"], elsewhere=told)
        checking = recording.Checking("/checker", "none", "emi", "", "")
        one = recording.Recording(asked, "/t", checking, recording.Times(None, 0))
        env = one.environment(one.options, "/t")
        self.assertEqual((env[program.EMULATED], env["OMPT_CTS_PROBES"]), ("1", "none"))
        with mock.patch.object(recording.follow, "Followed") as followed:
            followed.return_value = mock.Mock(run=lambda _: 0, pid=1, timed_out=False)
            one.follow(env, None, [])
        command, typed = followed.call_args.args[0], followed.call_args.args[-1]
        self.assertEqual(command[3:], ["/app", "x"])
        self.assertTrue(os.path.isabs(command[0]))
        self.assertEqual(command, typed)

    def test_a_shell_elsewhere_gets_the_variables_and_whole_words(self) -> None:
        told = program.launched_by(["/bin/sh", "-c"], True, False, 1)
        env = {**told, "OMP_NUM_THREADS": "3 x", "HOME": "/h"}
        command = program.launched(["/bin/echo", "$HOME", "a  b"], env)
        self.assertEqual(command[:2], ["/bin/sh", "-c"])
        words = " ".join(command[2:])  # as ssh puts them together
        done = subprocess.run(
            ["/bin/sh", "-c", words], capture_output=True, text=True, check=True, env={}
        )
        self.assertEqual(done.stdout, "$HOME a  b\n")
        self.assertIn("'OMP_NUM_THREADS=3 x'", words)
        self.assertNotIn("/h", words)

    def test_a_program_that_cannot_be_recorded_here_is_told_why(self) -> None:
        own = Path("/proc/self/exe").read_bytes()[:20]
        for at, byte, why in (
            (4, 1, "32-bit program"),
            (5, 2, "big-endian program"),
            (18, 0xEE, "another machine"),
        ):
            head = bytearray(own)
            head[at] = byte
            path = self.folder / "program"
            path.write_bytes(head)
            self.assertIn(why, linkage.why_not_here(str(path)))
        self.assertIn("--runtime", linkage.why_not_here(str(path)))
        self.assertEqual(linkage.why_not_here(str(path), str(path)), "")
        self.assertIn("than the runtime", linkage.why_not_here("/proc/self/exe", str(path)))
        path.write_bytes(own)
        self.assertEqual(linkage.why_not_here(str(path)), "")
        path.write_text("#!/bin/sh\n")
        self.assertEqual(linkage.why_not_here(str(path)), "")

    def test_a_mistake_is_one_line(self) -> None:
        for wrong, says in (
            ("slower = 0", ">= 1 - at `[$].target.slower"),
            ("speed = 1", "unknown key 'speed'"),
        ):
            text = MACHINE.replace("slower = 7", wrong)
            self.write("whole.toml", WHOLE)
            self.write("machines/m.toml", text)
            with self.assertRaisesRegex(UserError, says):
                description.load(self.write("whole@m.toml", RUNTIME))

    def test_every_machine_of_the_tree_has_a_compiler_and_runtimes(self) -> None:
        known = [one.target for one in runtimes.described()]
        machines = {one.machine for one in known if isinstance(one, Target)}
        self.assertEqual(machines, {path.stem for path in runtimes.RUNTIMES.glob("machines/*")})
        for machine in machines:
            path = runtimes.RUNTIMES.parent / "cmake" / "machines" / f"{machine}.cmake"
            self.assertTrue(path.exists(), path)
