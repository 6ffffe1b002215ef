"""`check` judges every process that its program starts, and names those that it could not judge."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from ompt_cts.system.mapped import Mapped
from support import CC, FLAGS, HERE, Hostile, compile_program


def verdicts(report: Any) -> list[str]:
    return sorted(test["verdict"] for test in report["tests"])


def unjudged(report: Any) -> int:
    return sum(verdict in ("harness-error", "unfinished") for verdict in verdicts(report))


class Processes(Hostile):
    def test_a_script_that_runs_three(self) -> None:
        report = self.check(*self.shell("APP; APP; APP"))
        self.assertEqual(len(report["tests"]), 3)
        self.assertEqual(len({test["name"] for test in report["tests"]}), 3)
        self.assertEqual(unjudged(report), 0)

    def test_one_of_three_crashes(self) -> None:
        report = self.check(*self.shell("APP; APP signal 11; APP"))
        self.assertEqual(len(report["tests"]), 3)
        self.assertEqual(unjudged(report), 1)
        self.assertNotEqual(report["conformance"]["verdict"], "conformant")
        self.assertIn("ended by SIGSEGV, without a tool as well: no matter of OMPT", self.told)

    def test_one_that_is_replaced(self) -> None:
        report = self.check(self.app, "exec", self.app)
        self.assertEqual(unjudged(report), 1)
        self.assertIn("was replaced by another program (exec)", self.told)

    def test_one_that_is_replaced_by_a_program_without_openmp(self) -> None:
        report = self.check(self.app, "exec", "/bin/true")
        self.assertEqual(verdicts(report), ["unfinished"])
        self.assertRegex(self.told, r"was replaced by another program \(exec\)|quick_exit or exec")
        self.assertRegex(self.told, r"\nrules: .* not-exercised in a whole record\n")

    def test_a_child_that_uses_no_openmp_is_no_process_of_ours(self) -> None:
        report = self.check(self.app, "fork")
        self.assertEqual(len(report["tests"]), 1)
        self.assertEqual(unjudged(report), 0)

    def test_a_child_that_uses_openmp_is_judged(self) -> None:
        report = self.check(self.app, "child")
        self.assertEqual(len(report["tests"]), 2)
        self.assertEqual(unjudged(report), 0)
        self.assertEqual(report["as_expected"]["verdict"], "as-expected", report["as_expected"])
        self.assertEqual(report["status"], 0, self.told)

    def test_a_child_is_asked_everything(self) -> None:
        """For a runtime that starts again in the child, and holds a lock meanwhile."""
        options = ("--probes", "full", "--timeout", "100", "--repeat-for", "0")
        report = self.check(self.app, "child", options=options)
        self.assertEqual(len(report["tests"]), 2)
        self.assertEqual((unjudged(report), verdicts(report).count("timeout")), (0, 0), self.told)

    def test_a_wrapper_that_is_killed(self) -> None:
        report = self.check(*self.shell("APP; kill -9 $$"))
        self.assertEqual(unjudged(report), 1, "somebody sent the signal")
        self.assertNotIn("crash", verdicts(report))
        self.assertEqual(report["status"], 2)

    def test_one_that_runs_on_behind_its_parent(self) -> None:
        report = self.check(*self.shell("APP & exit 0"))
        self.assertEqual(len(report["tests"]), 1)
        self.assertEqual(unjudged(report), 0)

    def test_the_time_limit_ends_them_all(self) -> None:
        script = "APP; setsid sleep 1000 & echo $! > pid; sleep 1000"
        report = self.check(*self.shell(script), options=("--timeout", "1", "--repeat-for", "0"))
        self.assertEqual(report["status"], 2, "a launcher at the time limit is undecided")
        self.assertIn("killed after 1 s", self.told)
        pid = int((self.folder / "pid").read_text())
        with self.assertRaises(ProcessLookupError):
            os.kill(pid, 0)

    def test_the_time_limit_ends_one_whose_first_thread_has_left(self) -> None:
        options = ("--timeout", "1", "--repeat-for", "0")
        report = self.check(*self.shell("APP leave & echo $! > pid; wait"), options=options)
        self.assertEqual(report["status"], 2, "a launcher at the time limit is undecided")
        self.assertIn("killed after 1 s", self.told)
        pid = int((self.folder / "pid").read_text())
        with self.assertRaises(ProcessLookupError):
            os.kill(pid, 0)

    def test_numbers_of_their_own(self) -> None:
        """Two processes in different namespaces have the same number."""
        apart = ["unshare", "--pid", "--fork"]
        if subprocess.run([*apart, "true"], capture_output=True, check=False).returncode:
            self.skipTest("no namespaces")
        words = " ".join(apart)
        report = self.check(*self.shell(f"{words} APP; {words} APP"))
        self.assertEqual(len(report["tests"]), 2, self.told)
        self.assertEqual(len({test["name"] for test in report["tests"]}), 2)
        self.assertEqual(unjudged(report), 0, self.told)

    def test_one_that_loses_our_environment(self) -> None:
        status, _, err = self.call("check", "--", "env", "-i", self.app, "wait")
        self.assertEqual(status, 2)
        self.assertRegex(
            err,
            r"no trace was written: /.* was loaded and has not started our tool: .*without our env",
        )

    def test_one_that_is_over_between_two_looks(self) -> None:
        """A program with a runtime linked in, which nothing records."""
        if not Mapped().whole:
            self.skipTest("the kernel refuses perf_event_open")
        source, program = self.folder / "brief.c", self.folder / "brief"
        source.write_text(
            'const char* name = "OMP_TOOL_LIBRARIES";\nint main(void) { return 0; }\n'
        )
        subprocess.run([CC, str(source), "-o", str(program)], check=True)
        report = self.check(*self.shell(f"sleep 0.5; {program}; APP"))
        self.assertEqual(report["status"], 2, self.told)
        self.assertIn("brief: left no trace", self.told)

    def test_one_that_has_loaded_a_runtime_and_uses_none(self) -> None:
        """It owes no trace, unless the runtime started in it and nothing recorded that. Where other
        programs map many files, the kernel drops records, and nobody can tell: one of five tries
        must have a whole record."""
        if not Mapped().whole:
            self.skipTest("the kernel refuses perf_event_open")
        program = compile_program("idle", self.folder)
        tries = (self.check(*self.shell(f"{program}; APP; {program}")) for _ in range(5))
        found = next((one for one in tries if one["status"] == 0), None)
        self.assertIsNotNone(found, self.told)
        self.assertEqual(len(found["tests"]), 1, self.told)
        report = self.check(*self.shell(f"env -i {program} 1; APP"))
        self.assertEqual(report["status"], 2, self.told)
        self.assertRegex(self.told, "idle(?: 1)?: left no trace, although it had loaded .*libomp")

    def test_a_second_runtime_is_named(self) -> None:
        """A program that counts against the verdict has its reason on the screen and in the report."""
        source, library = self.folder / "second.c", self.folder / "libsecond.so"
        source.write_text('const char* name = "OMP_TOOL_LIBRARIES";\n')
        subprocess.run([CC, "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
        report = self.check("env", f"LD_PRELOAD={library}", self.app)
        reason = f"has a second OpenMP runtime, which was not recorded: {library}"
        self.assertIn(reason, self.told)
        self.assertIn(reason, [test["reason"] for test in report["tests"]])

    def test_a_debugger_has_not_loaded_the_runtime(self) -> None:
        """It maps the library, to read its symbols, and starts the program."""
        debugger = (
            "import mmap, subprocess, sys\n"
            "library = open(sys.argv[1], 'rb')\n"
            "text = mmap.mmap(library.fileno(), 0, access=mmap.ACCESS_READ)\n"
            "sys.exit(subprocess.run(sys.argv[2:]).returncode)\n"
        )
        found = subprocess.run([CC, "-print-file-name=libomp.so"], capture_output=True, text=True)
        library = os.path.realpath(found.stdout.strip())
        report = self.check(sys.executable, "-c", debugger, library, self.app, "wait")
        self.assertEqual((len(report["tests"]), unjudged(report)), (1, 0), self.told)

    def test_a_runtime_in_a_namespace_of_its_own(self) -> None:
        library = compile_program("late", self.folder, "-shared", "-fPIC")
        source, program = self.folder / "apart.c", self.folder / "apart"
        source.write_text(
            "#define _GNU_SOURCE\n#include <dlfcn.h>\nint main(void) {\n"
            f'  void *apart = dlmopen(LM_ID_NEWLM, "{library}", RTLD_NOW);\n'
            '  ((void (*)(void))dlsym(apart, "late"))();\n  return 0;\n}\n'
        )
        subprocess.run([CC, str(source), "-o", str(program)], check=True)
        self.check(program)
        self.assertIn("apart exited with 0", self.told)

    def test_a_runtime_of_a_forked_childs_own(self) -> None:
        report = self.check(
            self.app, "apart", compile_program("late", self.folder, "-shared", "-fPIC")
        )
        self.assertEqual(report["status"], 2, self.told)
        self.assertIn("has a second OpenMP runtime, which was not recorded", self.told)

    def test_a_child_where_the_kernel_has_no_record(self) -> None:
        """A brief program with a runtime linked in, as an ordinary user of Debian or in a container;
        a program without children is judged there as anywhere."""
        apart = [sys.executable, str(HERE / "programs" / "without_record.py")]
        status, _, err = self.call("check", "--", self.app)
        for words, told in ((self.shell("env -i true; APP"), True), ([self.app], False)):
            words = ["-m", "ompt_cts", "check", "--trace", "t", "--", *map(str, words)]
            done = subprocess.run(
                [*apart, *words],
                cwd=self.folder,
                env=self.environment(),
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertNotIn("internal error", done.stderr)
            self.assertEqual(done.returncode, 2 if told else status, done.stderr + err)
            self.assertEqual("ended before anybody could look" in done.stderr, told, done.stderr)

    def test_a_program_runs_once(self) -> None:
        """A static program, which has no loader, also runs once."""
        source, program, ran = (self.folder / name for name in ("once.c", "once", "ran"))
        source.write_text(
            "#include <fcntl.h>\n#include <unistd.h>\n"
            f'int main(void) {{ return write(open("{ran}", 02101, 0600), "x", 1) != 1; }}\n'
        )
        static = [CC, "-static", str(source), "-o", str(program)]
        if subprocess.run(static, capture_output=True, check=False).returncode:
            self.skipTest("no static libc")
        status, _, err = self.call("check", "--", program)
        self.assertEqual((status, ran.read_text()), (2, "x"), err)
        self.assertIn("the program is linked statically", err)

    def mpi(self, flavor: str, *words: str) -> None:
        compiler, run = f"mpicc.{flavor}", shutil.which(f"mpirun.{flavor}")
        source = str(HERE / "programs" / "mpi.c")
        preprocess = [compiler, "-E", source]  # Debian packs the headers apart
        if not run or not shutil.which(compiler):
            self.skipTest(f"no {compiler}")
        if subprocess.run(preprocess, capture_output=True).returncode:
            self.skipTest(f"{compiler} has no headers")
        program = self.folder / "mpi"
        env = os.environ | {"OMPI_CC": CC, "MPICH_CC": CC}
        runtime = subprocess.run(
            [CC, "-print-file-name=libomp.so"], capture_output=True, text=True, check=True
        ).stdout.strip()
        rpath = f"-Wl,-rpath,{os.path.dirname(os.path.realpath(runtime))}"
        command = [compiler, *FLAGS, "-fopenmp", source, rpath, "-o", str(program)]
        subprocess.run(command, env=env, check=True)
        os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        report = self.check(run, *words, "-n", "4", program)
        self.assertEqual(len(report["tests"]), 4)
        self.assertEqual(unjudged(report), 0)
        self.assertEqual(sum("rank" in test["name"] for test in report["tests"]), 4)

    def test_open_mpi(self) -> None:
        self.mpi("openmpi", "--oversubscribe")

    def test_mpich(self) -> None:
        self.mpi("mpich")


class Folders(Hostile):
    def test_what_nobody_says_we_wrote_stays(self) -> None:
        kept = [self.folder / "t.123", self.folder / "t.7" / "info"]
        for folder in kept:
            folder.mkdir(parents=True)
            (folder / "results").write_text("mine")
        for _ in range(2):
            self.check(*self.shell("APP; APP"))
            for folder in kept:
                self.assertEqual((folder / "results").read_text(), "mine")
        children = [p for p in self.folder.glob("t.*") if p.is_dir() and p not in kept]
        self.assertEqual(len(children), 2)  # t.7 and the second process of the last run

    def test_two_at_once_do_not_meet(self) -> None:
        both = [self.start("check", "--", self.app) for _ in range(2)]
        traces = []
        for process in both:
            _, err = process.communicate(timeout=300)
            traces += [x.partition("trace: ")[2] for x in err.splitlines() if "trace: " in x]
        self.assertNotEqual(*traces)
        for trace in traces:
            self.assertTrue((Path(trace) / "metadata").exists())
            shutil.rmtree(Path(trace).parent)

    def test_two_at_once_that_are_told_the_same_folder(self) -> None:
        """One of the commands reports that the folder is taken. The other command judges its own program."""
        words = ["check", "--trace", "t", "--", *self.shell("echo > ready$$; APP; sleep 1; APP")]
        first = self.start(*words)
        while not list(self.folder.glob("ready*")):
            time.sleep(0.01)
        status, out, err = self.call(*words)
        told = "ompt-cts: error: --trace t: another ompt-cts is recording there\n"
        self.assertEqual((status, out, err), (2, "", told))
        out, err = first.communicate(timeout=300)
        self.assertIn("\nprograms: 2 ", err)
        self.assertFalse((self.folder / "t.claim").exists())
        self.assertEqual(self.call(*words)[0], first.returncode)

    def test_a_moved_recording_and_the_line_that_says_again(self) -> None:
        report = self.check(self.app)
        again = shlex.split(report["tests"][0]["replay"])
        self.assertEqual(again[:2], ["./ompt-cts", "check"])
        first = self.call(*again[1:])
        self.assertEqual(first[0], report["status"], first)
        moved = self.folder / "elsewhere"
        moved.mkdir()
        for path in [*self.folder.glob("t"), *self.folder.glob("t.*")]:
            path.rename(moved / path.name)
        status, out, err = self.call("check", "elsewhere/t")
        self.assertEqual(status, report["status"], out + err)

    def test_a_damaged_record_is_no_ending(self) -> None:
        self.check(self.app)
        record = self.folder / "t.record.json"
        whole = record.read_text()
        for damaged in ("", "{", "[]", whole[:50], "[" * 100_000, whole.replace("state", "stat")):
            record.write_text(damaged)
            status, out, err = self.call("check", "t")
            self.assertEqual((status, out, len(err.splitlines())), (2, "", 1), err)
            self.assertIn("t.record.json", err)

    def test_an_output_without_a_name(self) -> None:
        status, _, err = self.call("check", "--trace", "t", "--sarif", "", "--", self.app)
        self.assertEqual((status, err), (2, "ompt-cts: error: --sarif names no file\n"))

    def test_an_output_that_is_the_program_or_in_its_trace(self) -> None:
        program = shutil.copy(self.app, self.folder / "program")
        for output, told in (
            (program, "this is also the input file"),
            ("t/report.json", "this is a part of the trace"),
            ("t.record.json", "this is a part of the trace"),
        ):
            words = ["check", "--trace", "t", "--json", output, "--", program]
            status, _, err = self.call(*words)
            self.assertEqual(
                (status, err), (2, f"ompt-cts: error: --json {output}: {told}\n"), words
            )
        self.assertFalse((self.folder / "t").exists())

    def test_sizes_and_times_that_are_none(self) -> None:
        for words in (
            *(["--timeout", value] for value in ("-1", "nan", "inf", "1s", "")),
            *(["--repeat-for", value] for value in ("-1", "nan")),
            *(["--max-trace", value] for value in ("1", "300K", "9999999999T", "1MB", "-1M", "²M")),
        ):
            status, _, err = self.call("check", *words, "--", self.app)
            self.assertEqual((status, len(err.splitlines())), (2, 1), err)
            self.assertIn(f"argument {words[0]}", err)

    def test_what_was_recorded_before_a_loss_is_judged(self) -> None:
        """A rule that is broken there is broken, and the others are open."""
        words = [
            "check",
            "--max-trace",
            "1M",
            "--trace",
            "t",
            "--",
            compile_program("busy", self.folder),
            "100000",
            "3",
        ]
        for command in (words, ["check", "t"]):
            status, out, err = self.call(*command)
            self.assertEqual(status, 2, err)
            self.assertIn("undecided: judged as far as recorded", out + err)
            self.assertNotIn("_exit", out + err)
            self.assertRegex(out + err, r"nonconformant with profile \S+: ([0-9]+) of \1 mandatory")

    def test_the_last_signal_is_told(self) -> None:
        report = self.check(self.app, "signal", str(int(signal.SIGSEGV)))
        self.assertEqual((report["status"], verdicts(report)), (2, ["crash"]))
        self.assertIn("runtime: without a tool as well", self.told)
