"""Runs the steps of RUN lines within lit's own process: a Python for each takes longer than a step.

lit's shell asks `execute` first. It answers for a command that is one step of ours with an environment,
without a pipe or a redirection, and leaves all others to lit. A step sees the command's words,
environment and folder, and its output and its status go where those of a program would go.
"""

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import lit.ShUtil
import lit.TestRunner

from ompt_cts.steps import compile_run, observe, record_run, story, tools
from ompt_cts.steps.judge import judge
from ompt_cts.system import spawn

lits_own = lit.TestRunner._executeShCmd


def asked(command: Sequence[str]) -> tuple[int, str]:
    """A command's status and output for %cts-observe. OSError."""
    step = step_of(command)
    if not step:
        return spawn.output_of(command, 1, 2)
    status, *texts = run(*step)
    return status or 0, "".join(texts)


def judged(words: list[str]) -> int | None:
    """%cts-validate, by the judge of this process; None if it has no verdict, and judge.sh says why."""
    validate, profile, *traces = words
    each = [judge(validate, profile, one, f"{one}.findings.json") for one in traces]
    return None if None in each or not each else 0


Step = Callable[[list[str]], int | None]
STEPS: tuple[tuple[list[str], Step], ...] = (
    (tools.step("compile.py"), compile_run.main),
    (tools.step("record.py"), record_run.run),
    (tools.step("story.py"), story.main),
    (tools.step("observe.py"), lambda words: observe.main(words, asked)),
    (["sh", tools.script("judge.sh")], judged),
)


def step_of(command: Sequence[str]) -> tuple[Step, list[str]] | None:
    """The function of the step that the command starts, and its words."""
    for start, main in STEPS:
        if list(command[: len(start)]) == start:
            return main, list(command[len(start) :])
    return None


def run(main: Step, words: list[str]) -> tuple[int | None, str, str]:
    """The step's status, and what it writes to its two streams."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
        try:
            status = main(words)
        except SystemExit as end:  # as Python itself ends: a number is the status, a text an error
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
    texts = (stream.buffer.getvalue().decode(errors="replace") for stream in streams)
    return status, *texts


@contextlib.contextmanager
def within(environment: Mapping[str, str], folder: str) -> Iterator[None]:
    before = dict(os.environ)

    def become(variables: Mapping[str, str]) -> None:
        os.environ.clear()
        os.environ.update(variables)

    become(environment)
    try:
        with contextlib.chdir(folder):
            yield
    finally:
        become(before)


def execute(command: Any, shell: Any, results: list[Any], timeout: Any) -> Any:
    """lit's _executeShCmd."""
    one = command.commands[0] if isinstance(command, lit.ShUtil.Pipeline) else None
    if (
        one
        and not (command.negate or one.redirects or command.commands[1:])
        and all(isinstance(word, str) for word in one.args)
    ):
        words, its = one.args, shell
        if words[0] == "env":
            its = lit.TestRunner.ShellEnvironment(shell.cwd, shell.env)
            words = lit.TestRunner.updateEnv(its, words)
        if step := step_of(words):
            with within(its.env, its.cwd):
                status, output, errors = run(*step)
            if status is not None:
                told = lit.TestRunner.ShellCommandResult(one, output, errors, status, False)
                results.append(told)
                return status
    return lits_own(command, shell, results, timeout)


@contextlib.contextmanager
def steps() -> Iterator[None]:
    """While lit's shell runs a script: steps run here."""
    lit.TestRunner._executeShCmd = execute
    try:
        yield
    finally:
        lit.TestRunner._executeShCmd = lits_own
