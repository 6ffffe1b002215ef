"""Set-up: missing parts are reported or made, existing parts stay unchanged."""

import contextlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from ompt_cts import commands, launch
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT
from ompt_cts.progress import Log
from ompt_cts.setup import build, provision


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.log = Log(self.folder / "setup.log")
        quiet = contextlib.redirect_stderr(io.StringIO())
        quiet.__enter__()
        self.addCleanup(quiet.__exit__, None, None, None)

    def script(self, name: str, text: str) -> Path:
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path


class Packages(Folder):
    ABSENT = (
        provision.Package("needed-1", "for this test", "command-of-nobody"),
        provision.Package("wanted-1", "for that", "/nowhere/*.so", required=False),
        provision.Package("there-1", "for all", "/bin/sh"),
    )

    def test_what_is_missing_is_named_with_the_command(self) -> None:
        patch = mock.patch.object(provision, "PACKAGES", self.ABSENT)
        with (
            patch,
            self.assertRaises(UserError) as caught,
            provision.system_packages(False, self.log, False),
        ):
            pass
        message = str(caught.exception)
        self.assertIn("1 required packages are missing", message)
        self.assertIn("apt-get install -y --no-install-recommends needed-1 wanted-1\n", message)
        self.assertIn("for that (optional)", message)
        self.assertNotIn("there-1", message)

    def test_the_page_about_installing_names_the_same_packages(self) -> None:
        page = (ROOT / "docs" / "install.md").read_text().replace("\\\n", "")
        lines = [
            line.split("recommends ")[1].split() for line in page.splitlines() if "-get" in line
        ]
        building = [p.name for p in provision.PACKAGES if p.builds and p.required]
        running = [p.name for p in provision.PACKAGES if not p.builds]
        self.assertEqual(lines, [building, running])

    def test_an_installed_tree_without_apt_asks_for_no_package(self) -> None:
        patches = (
            mock.patch.object(provision, "PACKAGES", self.ABSENT),
            mock.patch.object(provision, "is_installed", return_value=True),
        )
        with patches[0], patches[1], mock.patch.dict(os.environ, {"PATH": "/nowhere"}):
            self.assertEqual(provision.missing(), [])
        self.script("apt-get", "")
        with patches[0], patches[1], mock.patch.dict(os.environ, {"PATH": f"{self.folder}/bin"}):
            self.assertEqual([p.name for p in provision.missing()], ["needed-1", "wanted-1"])

    def test_what_is_optional_stops_nobody(self) -> None:
        patch = mock.patch.object(provision, "PACKAGES", self.ABSENT[1:])
        with patch, provision.system_packages(False, self.log, False):
            pass

    def calls(self, beside: bool) -> list[str]:
        """The calls of an apt that installs nothing, and "build". An apt for what building does not
        need waits for the build, if it runs beside it."""
        told, built = self.folder / "apt-calls", self.folder / "built"
        wait = f"while [ ! -e {built} ]; do sleep 0.01; done" if beside else ":"
        text = f'case $* in *-1) {wait};; esac\nshift 2; echo "$*" >> {told}\n'
        self.script("apt-get", text)
        self.script("sync", "")
        builds = provision.Package("builds-2", "for this test", "nothing", builds=True)
        with (
            mock.patch.object(provision, "PACKAGES", (*self.ABSENT, builds)),
            mock.patch.object(os, "geteuid", return_value=0),
            mock.patch.dict(os.environ, {"PATH": f"{self.folder}/bin:{os.environ['PATH']}"}),
            self.assertRaisesRegex(UserError, "command-of-nobody is still missing"),
            provision.system_packages(True, self.log, beside),
        ):
            with told.open("a") as file:
                file.write("build\n")
            built.touch()
        lines = told.read_text().splitlines()
        return [
            w
            for line in lines
            for w in line.split()
            if w in ("update", "build") or w[-2:] in ("-1", "-2")
        ]

    def test_installing_and_a_package_that_does_not_hold_what_it_should(self) -> None:
        self.assertEqual(self.calls(False), ["update", "needed-1", "builds-2", "wanted-1", "build"])

    def test_the_build_runs_while_what_it_does_not_need_is_installed(self) -> None:
        self.assertEqual(self.calls(True), ["update", "builds-2", "build", "needed-1", "wanted-1"])

    def test_a_failed_build_ends_the_installation(self) -> None:
        self.script("apt-get", "exec sleep 600\n")
        path = {"PATH": f"{self.folder}/bin:{os.environ['PATH']}"}
        with (
            mock.patch.object(provision, "PACKAGES", self.ABSENT),
            mock.patch.object(os, "geteuid", return_value=0),
            mock.patch.dict(os.environ, path),
            self.assertRaisesRegex(UserError, "^failed$"),
            provision.system_packages(True, self.log, beside=True),
        ):
            raise UserError("failed")

    def test_the_table_has_a_reason_and_a_test_for_each(self) -> None:
        self.assertEqual(len({p.name for p in provision.PACKAGES}), len(provision.PACKAGES))
        for package in provision.PACKAGES:
            self.assertTrue(package.why and package.test, package.name)


class Environment(Folder):
    def test_a_run_needs_fewer_packages_than_a_test(self) -> None:
        self.script("python3", f'[ "$3" = venv ] && mkdir "$4" || echo "$@" >> {self.folder}/pip\n')
        python = mock.patch.object(
            provision, "venv_python", return_value=self.folder / "bin" / "python3"
        )
        own = mock.patch.object(sys, "_base_executable", str(self.folder / "bin" / "python3"))
        for every, lists in ((False, 1), (False, 0), (True, 2), (False, 0), (True, 0)):
            told = self.folder / "pip"
            told.write_text("")
            with python, own:
                provision.make_venv(self.folder, True, self.log, every)
                self.assertTrue(provision.venv_is_ready(self.folder, every))
                self.assertEqual(told.read_text().count("-r "), lists, (every, lists))


class Steps(Folder):
    def test_a_failed_step_shows_the_end_of_its_output(self) -> None:
        script = self.script("fails", "seq 100; echo the reason >&2; exit 3\n")
        self.log.run(["true"], "first")
        with self.assertRaises(UserError) as caught:
            self.log.run([str(script)], "second")
        self.assertIn("second failed", str(caught.exception))
        self.assertIn("the reason", str(caught.exception))
        self.assertNotIn("  50\n", str(caught.exception))
        self.assertEqual(self.log.run([str(script)], "third", check=False), 3)

    def test_a_program_that_is_not_there(self) -> None:
        with self.assertRaisesRegex(UserError, "cannot start /nowhere/x"):
            self.log.run(["/nowhere/x"], "x")


class Build(Folder):
    """Uses a cmake of ours that counts its runs."""

    def setUp(self) -> None:
        super().setUp()
        self.root, self.out = self.folder / "checkout", self.folder / "out"
        (self.root / "harness" / "runner").mkdir(parents=True)
        self.source = self.root / "harness" / "a.cpp"
        self.source.write_text("one")
        (self.root / "CMakeLists.txt").write_text("project(x)")
        self.out.mkdir()
        self.calls = self.folder / "calls"
        self.script(
            "cmake",
            f'echo "$1" >> {self.calls}\n[ "$1" = --preset ] && touch {self.out}/build.ninja\n'
            f"[ ! -e {self.folder}/broken ]\n",
        )
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        patch = mock.patch.dict(os.environ, {"PATH": path})
        patch.start()
        self.addCleanup(patch.stop)

    def ensure(self, target: str = build.ALL) -> list[str]:
        """The calls of cmake."""
        self.calls.write_text("")
        build.ensure(self.out, self.log, target, self.root)
        return self.calls.read_text().split()

    def test_nothing_is_built_twice(self) -> None:
        self.assertFalse(build.is_ready(self.out, root=self.root))
        self.assertEqual(self.ensure(), ["--preset", "--build"])
        self.assertTrue(build.is_ready(self.out, root=self.root))
        self.assertEqual(self.ensure(), [])

    def test_a_touched_file_is_not_a_changed_one(self) -> None:
        self.ensure()
        os.utime(self.source, (1, 1))
        self.assertFalse(build.is_ready(self.out, root=self.root))
        self.assertEqual(self.ensure(), [])
        self.assertTrue(build.is_ready(self.out, root=self.root))

    def test_a_changed_new_or_removed_source_is_built(self) -> None:
        self.ensure()
        self.source.write_text("two, of another length")
        self.assertEqual(self.ensure(), ["--build"])
        new = self.root / "harness" / "new.cpp"
        new.write_text("")
        self.assertEqual(self.ensure(), ["--build"])
        new.unlink()
        self.assertEqual(self.ensure(), ["--build"])

    def test_the_runner_itself_is_not_built(self) -> None:
        self.ensure()
        (self.root / "harness" / "runner" / "x.py").write_text("x")
        self.assertTrue(build.is_ready(self.out, root=self.root))

    def test_each_target_is_built_once_and_all_of_them_cover_each(self) -> None:
        self.ensure("tools")
        self.assertTrue(build.is_ready(self.out, "tools", self.root))
        self.assertFalse(build.is_ready(self.out, build.ALL, self.root))
        self.assertEqual(self.ensure("pages"), ["--build"])
        self.assertEqual(self.ensure("tools"), [])
        self.assertEqual(self.ensure(), ["--build"])
        self.assertEqual(self.ensure("another"), [])
        self.source.write_text("changed, of another length")
        self.assertEqual(self.ensure("pages"), ["--build"])
        self.assertEqual(self.ensure("tools"), ["--build"])

    def test_what_needs_tests_configures_again(self) -> None:
        self.ensure("tools")
        (self.out / "CMakeCache.txt").write_text("CTS_TESTS:BOOL=OFF\n")
        self.assertEqual(self.ensure("pages"), ["--preset", "--build"])
        self.assertTrue(build.is_ready(self.out, "tools", self.root))

    def test_changed_presets_configure_again(self) -> None:
        self.ensure()
        (self.root / "CMakePresets.json").write_text("{}")
        self.assertEqual(self.ensure(), ["--preset", "--build"])

    def test_a_failed_build_is_tried_again(self) -> None:
        (self.folder / "broken").touch()
        with self.assertRaisesRegex(UserError, "cmake failed"):
            self.ensure()
        (self.folder / "broken").unlink()
        self.assertEqual(self.ensure()[-1], "--build")

    def test_no_checkout(self) -> None:
        with self.assertRaisesRegex(UserError, "no CMakeLists.txt"):
            build.ensure(self.out, self.log, root=self.folder)


class Launcher(Folder):
    def test_a_build_folder_that_cannot_be_written(self) -> None:
        with tempfile.NamedTemporaryFile() as file:
            for folder in (Path(file.name), Path(file.name) / "build"):
                with self.assertRaisesRegex(UserError, "cannot be written .*: its owner must run"):
                    launch.set_up(commands.NOTHING, "", folder, install=False)

    def test_a_build_folder_of_others(self) -> None:
        foreign = self.folder / "foreign"
        foreign.mkdir()
        for name, text in (
            ("thesis.tex", "my"),
            ("CMakeCache.txt", "CMAKE_PROJECT_NAME:STATIC=x\n"),
        ):
            (foreign / name).write_text(text)
            done = self.launch("runtimes", OMPT_CTS_BUILD_DIR=str(foreign))
            told = done.returncode, len(done.stderr.splitlines()), os.listdir(foreign)
            self.assertEqual(told, (2, 1, [name]), done.stderr)
            self.assertIn("files that are not ours", done.stderr)
            (foreign / name).unlink()
        self.assertTrue(launch.is_free(foreign) and launch.is_free(foreign / "new"))
        (foreign / "CMakeCache.txt").write_text("#\nCMAKE_PROJECT_NAME:STATIC=ompt_cts\n")
        self.assertTrue(launch.is_free(foreign))

    def launch(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        changed = {**os.environ, "OMPT_CTS_BUILD_DIR": str(self.folder / "build"), **environment}
        command = [str(ROOT / "ompt-cts"), *words]
        return subprocess.run(command, capture_output=True, text=True, env=changed)

    def test_too_few_files_may_be_open(self) -> None:
        script = 'ulimit -n 40 && exec "$0" --help'
        words = ["sh", "-c", script, str(ROOT / "ompt-cts")]
        done = subprocess.run(words, capture_output=True, text=True)
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
        self.assertIn("only 40 files may be open", done.stderr)

    def test_without_a_path_it_starts_nothing_of_the_current_folder(self) -> None:
        strange = self.folder / "harness" / "runner" / "ompt_cts" / "launch.py"
        strange.parent.mkdir(parents=True)
        strange.write_text("print('strange')")
        words = [str(ROOT / "ompt-cts"), "--version"]
        nothing = {"PATH": "/nonexistent"}
        done = subprocess.run(words, capture_output=True, text=True, env=nothing, cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertIn("readlink is missing in PATH", done.stderr)

    def test_help_on_a_bare_machine(self) -> None:
        done = self.launch("--help")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((self.folder / "build").exists())

    def test_without_installing_it_says_what_is_missing(self) -> None:
        tools = [shutil.which(name) for name in ("id", "dirname", "readlink", "sh", "cat")]
        (self.folder / "bin").mkdir()
        for tool in filter(None, tools):
            (self.folder / "bin" / Path(tool).name).symlink_to(tool)
        done = self.launch("run", "--no-install", PATH=str(self.folder / "bin"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("apt-get install -y --no-install-recommends", done.stderr)
        self.assertIn("clang-19", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_the_python_that_the_user_names(self) -> None:
        told = self.script("told", f'touch {self.folder}/taken; exec "{sys.executable}" "$@"')
        done = self.launch("--version", OMPT_CTS_PYTHON=str(told))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.folder / "taken").exists())
        done = self.launch("--version", OMPT_CTS_PYTHON="/bin/false")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/bin/false is no Python", done.stderr)

    def test_a_build_folder_that_cannot_be(self) -> None:
        done = self.launch("run", OMPT_CTS_BUILD_DIR="/dev/null/build")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_two_at_once_work_one_after_the_other(self) -> None:
        order = self.folder / "order"
        script = self.script("step", f"echo in >> {order}; sleep 0.3; echo out >> {order}\n")

        @contextlib.contextmanager
        def install(install: bool, log: Log, beside: bool) -> Iterator[None]:
            log.run([str(script)], "step")
            yield

        with (
            mock.patch.object(provision, "system_packages", install),
            mock.patch.object(provision, "make_venv"),
            mock.patch.object(build, "ensure"),
        ):
            child = os.fork()
            if child == 0:
                launch.set_up(2, "tools", self.folder / "build", True)
                os._exit(0)
            time.sleep(0.1)
            launch.set_up(2, "tools", self.folder / "build", True)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(order.read_text().split(), ["in", "out", "in", "out"])
