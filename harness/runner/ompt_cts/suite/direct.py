"""Builds, records and judges a test program without RUN lines, inside lit's own process.

The steps are those of RUN lines and leave the same files. Only necessary programs are started: the
compilers if the cache has no answer, the program, ompt-validate, ompt-view and FileCheck.
"""

import contextlib
import io
import os
import shlex
import subprocess
from dataclasses import dataclass, field
from typing import NoReturn

from ompt_cts.steps import compile_plan, compile_run, failures, record_run, trace_folders
from ompt_cts.steps.header import Header
from ompt_cts.steps.judge import judge
from ompt_cts.steps.tools import Tools, compares

JUDGE_SECONDS = 120.0


class Stopped(Exception):
    """A step failed: later steps have nothing to work on."""


@dataclass
class Direct:
    """One test; `base` is the %t of RUN lines."""

    tools: Tools
    environment: dict[str, str]  # of all started programs
    source: str
    base: str
    header: Header
    offload: bool
    output: list[str] = field(default_factory=list)

    def run(self) -> bool:
        """All steps for each build, in the folder of `base`. True if each succeeded and every view
        matches the program's CHECK lines; `output` holds the output of the steps."""
        folder = os.path.dirname(self.base)
        os.makedirs(folder, exist_ok=True)
        try:
            with contextlib.chdir(os.path.dirname(folder)):
                for name, *flags in self.header.builds or (("",),):
                    program = f"{self.base}.{name}" if name else self.base
                    self.build(program, flags)
                    self.run_and_judge(program)
        except Stopped:
            return False
        return True

    def run_and_judge(self, program: str) -> None:
        traces = self.record(program)
        if not traces:
            raise Stopped
        for trace in traces:
            self.judge(trace)
        for options in self.header.views:
            self.compare(f"{program}.trace", options)

    def build(self, program: str, flags: list[str]) -> None:
        words = ["--offload"] if self.offload else []
        if self.source.endswith(".f90"):
            words.append("-cpp")  # for __LINE__
        words += [*self.header.flags, *flags, self.source, "-o", program]
        self.compile(["--runtime-json", self.tools.runtime_json, *words])

    def compile(self, words: list[str]) -> None:
        """Does the work of %cts-compile; Stopped if there is no program."""
        said = io.StringIO()
        try:
            with contextlib.redirect_stderr(said):
                compile_run.compile_program(words, compares(self.environment), self.tools.cache)
        except (compile_plan.Failure, OSError) as failure:
            code = failure.code if isinstance(failure, compile_plan.Failure) else 2
            text = f"{said.getvalue()}cts-compile: error: {failure}"
            self.said(["cts-compile", *words[2:]], text, code)
            self.failed(failures.COMPILE, code, str(failure))

    def record(self, program: str) -> list[str]:
        """Runs the program; returns the traces of all its processes."""
        words = [*self.header.record, f"{program}.trace", program]
        command = ["cts-record", *words]
        try:
            options, trace, started = record_run.parse([f"--checker={self.tools.checker}", *words])
            environment = self.environment | dict(self.header.environment)
            result, process = record_run.record(options, trace, started, environment)
        except (record_run.Usage, trace_folders.InTheWay, OSError) as problem:
            self.said(command, f"cts-record: {problem}", 2)
            self.failed(failures.RECORD, 2, str(problem))
        text = process.output.decode(errors="replace")
        text += "".join(f"\ncts-record: {started[0]} {line}" for line in record_run.told(result))
        self.said(command, text, int(str(result["status"])))
        if result["status"]:
            raise Stopped
        folder, made = os.path.dirname(trace), result["traces"]
        assert isinstance(made, list)
        return [os.path.join(folder, name) for name in made]

    def judge(self, trace: str) -> None:
        """Writes TRACE.findings.json; findings are no failure."""
        findings = f"{trace}.findings.json"
        if judge(self.tools.validate, self.tools.profile, trace, findings) is not None:
            return
        command = [self.tools.validate, "--profile", self.tools.profile]
        self.start([*command, "--json", findings, trace], most=1)

    def compare(self, trace: str, options: tuple[str, ...]) -> None:
        view = self.start([self.tools.view, *options, trace])
        self.start([self.tools.filecheck, self.source], view)

    def start(self, command: list[str], given: bytes = b"", most: int = 0) -> bytes:
        """The standard output of the command. Stopped if its status exceeds `most`."""
        try:
            done = subprocess.run(
                command,
                input=given,
                capture_output=True,
                env=compares(self.environment),
                timeout=JUDGE_SECONDS,
                check=False,
            )
            status, text = done.returncode, done.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            status, text = record_run.TIMEOUT_STATUS, ""
        if 0 <= status <= most:
            return done.stdout
        self.said(command, text, status)
        last = (text.strip().splitlines() or [f"status {status}"])[-1]
        if command[0] == self.tools.validate:
            what = f"{os.path.basename(command[-1])} could not be judged (status {status})"
            self.failed(failures.JUDGE, status, what)
        if command[0] == self.tools.view:
            self.failed(failures.JUDGE, status, f"the view could not be made: {last}")
        self.failed(failures.VIEW, status, f"the view could not be compared: {last}")

    def failed(self, step: str, status: int, why: str) -> NoReturn:
        failures.tell(step, status, why, self.environment.get(failures.VARIABLE, ""))
        raise Stopped

    def said(self, command: list[str], text: str, status: int) -> None:
        self.output.append(f"$ {shlex.join(command)}")
        if text.strip():
            self.output.append(text.strip("\n"))
        if status:
            self.output.append(f"Exit Code: {status}")
