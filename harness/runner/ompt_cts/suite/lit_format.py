"""The lit test format: builds, records and judges a test, or runs its RUN lines if it has any, then
gives the verdict on the results.

The script only has to work. The findings that `%cts-validate` writes decide whether the runtime
behaved well, so that known deviations can be distinguished from new ones.
"""

import contextlib
import copy
import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import lit.formats
import lit.Test
import lit.TestRunner

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.runtime.description import ON
from ompt_cts.steps import failures, header, tools
from ompt_cts.steps.tools import Tools
from ompt_cts.suite import elsewhere, here
from ompt_cts.suite.direct import Direct
from ompt_cts.suite.resolved import OnDevice
from ompt_cts.system import session
from ompt_cts.verdict import both_ways, left, outcome
from ompt_cts.verdict.evidence import Finding, Session
from ompt_cts.verdict.outcome import Outcome, Script
from ompt_cts.verdict.words import Verdict

# Judges the recordings of programs that crashed or hung; the test's further steps do not.
#
# The absence of an event in such a recording proves nothing. The findings of signal handlers may
# explain the end.

SECONDS = 120.0


def judge(base: str, tools: Tools) -> None:
    """Writes X.broken-off.json for each recording X of the test with this %t that a crash or the
    time limit ended. A recording that cannot be judged leaves nothing."""
    for trace, record in left.read_files(left.files_of(base), ".record.json"):
        aside = "with_probes" in record  # another run of the program is judged as usual
        ended = record["with_probes"] if aside else record
        if ended.get("state") not in ("crash", "timeout"):
            continue
        command = [tools.validate, "--profile", tools.profile]
        command += ["--json", f"{trace}{left.BROKEN_OFF}"]
        command.append(f"{trace}.with-probes" if aside else trace)
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)


PATHS = ("%s", "%S", "%p", "%t", "%T")  # what lit fills in for each test


def test_name(test: Any) -> str:
    return "/".join(test.path_in_suite).removeprefix("suites/")


def is_on_device(test: Any) -> bool:
    return isinstance(test, TestOnDevice)


def told(finding: Finding) -> list[str]:
    """A contradiction with its reasons."""
    lines = [f"{finding['rule']}: {finding['message']}"]
    lines += [f"  because {text}" for text in finding["because"]]
    for event in finding["witness"]:
        where = f"thread {event.get('thread')} position {event.get('position')}"
        lines.append(f"  {where}: {event.get('event')} {event.get('location') or ''}")
    return lines


def summary(result: Outcome) -> str:
    """The first lines for a person about a test that did not pass: what is wrong, then why."""
    lines = [f"{result['verdict']}: {result['reason']}".rstrip(": ")]
    new = [f for f in result["findings"] if f["severity"] == "error" and not f["waived"]]
    for finding in new:
        lines += told(finding) if finding["own"] else []
    foreign = sorted({finding["rule"] for finding in new if not finding["own"]})
    if foreign:
        lines.append(f"also contradicted, but not this test's rules: {', '.join(foreign)}")
    return "\n".join(lines) + "\n\n"


LANGUAGES = {".cpp": "cxx", ".f90": "fortran"}  # features that a program's suffix requires


def runs_on(path: str, device: OnDevice) -> bool:
    """Whether a program is for devices and needs no feature that this device lacks."""
    words = re.findall(r"[\w-]+", " ".join(header.required(header.text_of(path))))
    asked = set(words) & set(tools.DEVICE)
    return bool(asked) and (bool(device.problem) or asked <= set(device.features))


@contextlib.contextmanager
def temporary_files(test: Any, base: str) -> Iterator[None]:
    """A folder beside the test's results for its programs' TMPDIR: device libraries leave loaded
    images there. It is removed with the test."""
    folder = base + ".files"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    test.config = copy.copy(test.config)
    test.config.environment = test.config.environment | {"TMPDIR": folder}
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class TestOnDevice(lit.Test.Test):  # type: ignore[misc] - lit has no types
    """The same test on a further device of the runtime."""

    def __init__(self, test: Any, device: OnDevice, known: Tools) -> None:
        self.source = test.getSourcePath()
        self.tools = replace(known, runtime_json=device.runtime_json)
        self.device = device
        config = copy.copy(test.config)
        config.available_features = set(device.features)
        config.environment = test.config.environment | device.environment
        own = dict(test.config.substitutions) | dict(tools.substitutions(self.tools))
        config.substitutions = list(own.items())
        *folder, name = test.path_in_suite
        super().__init__(test.suite, (*folder, f"{name}{ON}{device.name}"), config, self.source)

    def getSourcePath(self) -> str:
        return self.source


class ConformanceTest(lit.formats.ShTest):
    """A ShTest whose result is the verdict on the recorded traces.

    It adds, for each further device, the device tests once more, and a last test that lit judges at
    the end: `elsewhere`.
    """

    def __init__(
        self,
        session: Session,
        known: Tools,
        rules: Collection[str],
        devices: Sequence[OnDevice] = (),
    ) -> None:
        super().__init__(execute_external=False)
        self.session = session
        self.tools = known
        self.rules = rules
        self.devices = devices

    def getTestsForPath(
        self, suite: Any, path: tuple[str, ...], lit_config: Any, local: Any
    ) -> Iterator[Any]:
        tests = list(super().getTestsForPath(suite, path, lit_config, local))
        yield from tests
        for test in tests:
            here = [one for one in self.devices if runs_on(test.getSourcePath(), one)]
            yield from (TestOnDevice(test, device, self.tools) for device in here)
        if tests:
            yield from elsewhere.once(suite, local)

    def execute(self, test: Any, lit_config: Any) -> Any:
        # A signal from the keyboard also reaches lit's workers: each ends its program.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        session.adopt()
        name, rules = test_name(test), header.rules(test.getSourcePath())
        base = lit.TestRunner.getTempPaths(test)[1] + ".tmp"
        if self.session.resume and (before := self.before(name)):
            code = getattr(lit.Test, outcome.lit_code(before))
            return elsewhere.Judged(code, "judged before the interrupt\n", before)
        if lit_config.noExecute:
            return super().execute(test, lit_config)
        if not self.session.ompt:
            reason = f"not-supported: {self.session.ompt_reason or 'the runtime has no OMPT'}"
            result = outcome.make(self.session, name, rules, Verdict.UNSUPPORTED, reason)
            return self.finish(test, base, result, reason)
        for path in (*left.files_of(base), *left.files_of(both_ways.at_once(base))):
            os.unlink(path)
        with temporary_files(test, base):
            script = self.run_steps(test, lit_config, base)
            judge(base, self.tools)
            self.run_both_ways(test, lit_config, base)
        if script.code is lit.Test.UNSUPPORTED:
            needs = script.output.removeprefix("Test requires the following unavailable features:")
            reason = f"not-supported: needs {needs.strip()}"
            no_device = test.device.problem if is_on_device(test) else self.session.no_device
            if "offload" in needs and no_device:
                reason += f"; {no_device}"
            result = outcome.make(self.session, name, rules, Verdict.UNSUPPORTED, reason)
        elif script.code is lit.Test.UNRESOLVED:
            reason = (script.output.strip().splitlines() or ["the header is wrong"])[0]
            result = outcome.make(self.session, name, rules, Verdict.HARNESS_ERROR, reason)
        else:
            passed = script.code in (lit.Test.PASS, lit.Test.FLAKYPASS)
            failed = failures.first(base + failures.SUFFIX)
            ended = Script(passed, script.output, failed)
            result = outcome.judge(self.session, name, base, rules, ended)
        return self.finish(test, base, result, script.output)

    def run_both_ways(self, test: Any, lit_config: Any, base: str) -> None:
        """A second run separates the findings that a simulated driver could have caused from
        others."""
        simulated = test.device.simulated if is_on_device(test) else self.session.simulated
        name = test_name(test)
        if not simulated or not both_ways.in_doubt(self.session, name, base):
            return
        before = test.config.environment
        test.config.environment = before | both_ways.SETTING
        try:
            self.run_steps(test, lit_config, both_ways.at_once(base))
        finally:
            test.config.environment = before
        both_ways.settle_files(self.session, name, base)

    def run_steps(self, test: Any, lit_config: Any, base: str) -> Any:
        """Skips the test if REQUIRES says so; without RUN lines runs it as its header says."""
        told = {failures.VARIABLE: base + failures.SUFFIX}
        test.config.environment = test.config.environment | told
        test.requires = header.required_by_included(test.getSourcePath())
        script = lit.TestRunner.parseIntegratedTestScript(test, require_script=False)
        if isinstance(script, lit.Test.Result):
            return script
        language = LANGUAGES.get(os.path.splitext(test.getSourcePath())[1])
        if language and language not in test.config.available_features:
            return lit.Test.Result(lit.Test.UNSUPPORTED, language)
        for rule in header.named(test.getSourcePath()):
            if rule not in self.rules:
                return lit.Test.Result(lit.Test.UNRESOLVED, catalogue.unknown(rule, self.rules))
        environment = dict(test.config.environment)
        known = test.tools if is_on_device(test) else self.tools
        source = test.getSourcePath()
        if script:
            return self.run_script(test, lit_config, script, base)
        try:
            own = header.read(source)
        except header.HeaderError as error:
            return lit.Test.Result(lit.Test.UNRESOLVED, str(error))
        if not own.rules:
            return lit.Test.Result(lit.Test.UNRESOLVED, "the test names no rule: RULES is missing")
        direct = Direct(known, environment, source, base, own, "offload" in test.requires)
        code = lit.Test.PASS if direct.run() else lit.Test.FAIL
        return lit.Test.Result(code, "\n".join(direct.output))

    def before(self, name: str) -> Outcome | None:
        """The outcome of the test from an interrupted run."""
        try:
            return outcome.read(Path(self.session.results) / outcome.flat(name))
        except UserError:
            return None

    def run_script(self, test: Any, lit_config: Any, script: list[str], own: str) -> Any:
        """Like ShTest, but a path with blanks is one word, %t is `own`, and our steps run here."""
        folder, base = os.path.dirname(own), own.removesuffix(".tmp")
        known = lit.TestRunner.getDefaultSubstitutions(test, folder, base)
        quoted = [(name, shlex.quote(path)) for name, path in known if name in PATHS]
        lines = lit.TestRunner.applySubstitutions(
            script,
            [*test.config.substitutions, *quoted, *known],
            dict.fromkeys(test.config.available_features, True),
            recursion_limit=test.config.recursiveExpansionLimit,
        )
        with here.steps():
            return lit.TestRunner._runShTest(test, lit_config, False, lines, base)

    def finish(self, test: Any, base: str, result: Outcome, output: str) -> Any:
        os.makedirs(os.path.dirname(base), exist_ok=True)
        results, name = self.session.results, outcome.flat(result["name"])
        outcome.write(
            result, base + ".outcome.json", *[os.path.join(results, name)] * bool(results)
        )
        code = getattr(lit.Test, outcome.lit_code(result))
        if code is not lit.Test.PASS:
            output = summary(result) + output
        return elsewhere.Judged(code, output, result)
