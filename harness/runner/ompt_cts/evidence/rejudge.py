"""Makes the report of a bundle again from its traces: the same when bundling and when verifying, on
any machine and wherever the bundle lies.

Of the machine it reads only the suite's checkout: programs and libraries come from the bundle's
`code`, known deviations from its `expectations`.
"""

import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.evidence import layout
from ompt_cts.files import Json
from ompt_cts.paths import SUITES, build_dir
from ompt_cts.reports import report
from ompt_cts.reports.report import Report
from ompt_cts.steps import asked as asked_of
from ompt_cts.steps import header, tools
from ompt_cts.steps.trace_folders import RECORD, is_trace
from ompt_cts.system import calls
from ompt_cts.verdict import both_ways, expectations, outcome, verdicts
from ompt_cts.verdict.identity import Applied
from ompt_cts.verdict.outcome import Outcome, Session
from ompt_cts.verdict.words import UNJUDGED, Verdict

SECONDS = 600
REMOVES, OBSERVES = "%cts-subsets", "%cts-observe"
# Results that no trace shows: they rest on the submitter's word.
UNSHOWN = (Verdict.UNSUPPORTED, Verdict.CRASH, Verdict.TIMEOUT, *UNJUDGED)


@dataclass
class Bundle:
    """An open bundle: its folder and its manifest."""

    folder: Path
    manifest: Json
    runtime: Json = field(default_factory=dict)

    @property
    def profile(self) -> str:
        return catalogue.check_profile(str(self.manifest["context"]["profile"]))

    @property
    def code(self) -> Path:
        return self.folder / layout.CODE


@dataclass
class Judged:
    """One test judged again. `shown`: it rests on traces in the bundle; `claimed`: only on the
    submitter's word; `repeats`: the results of earlier repeats, by the same word."""

    outcome: Outcome
    shown: bool
    claimed: bool = False
    problems: list[str] = field(default_factory=list)
    repeats: list[Outcome] = field(default_factory=list)


def _said_in(source: Path) -> str:
    """The text of a test, with the headers of the files beside it; empty where there is none."""
    if not source.is_file():
        return ""
    return source.read_text(encoding="utf-8") + header.text_of(source)


def says(test: str, word: str) -> bool:
    """Whether the test's own lines use a step that removes its judged traces, or one that observes
    the program from outside."""
    source = SUITES / header.source_name(test)
    return word in _said_in(source)


def open_bundle(folder: Path) -> Bundle:
    """UserError if the folder is no bundle of this version."""
    if not folder.is_dir():
        raise UserError(f"{folder} is no bundle: this folder does not exist")
    manifest = layout.read_json(folder / layout.MANIFEST)
    if manifest.get("schema_version") != layout.SCHEMA_VERSION:
        raise UserError(f"{folder} is not a bundle of version {layout.SCHEMA_VERSION}")
    return Bundle(folder, manifest, layout.read_json(folder / layout.RUNTIME))


def known(bundle: Bundle) -> Applied:
    """The applied known deviations, read from the bundle's copies."""
    told = bundle.manifest["context"]["known"]
    rules = set(catalogue.load())
    row = told["row"]
    here = bundle.runtime.get("environment", {})
    entries = []
    for inside in told["copies"]:
        path = bundle.folder / layout.KNOWN / inside
        if not path.resolve().is_relative_to(bundle.folder.resolve()):
            raise UserError(f"{inside} lies outside the bundle")
        entries += expectations.load(path, bundle.profile, rules, here)
    return Applied(
        tuple(entries), row["runtime"], tuple(row["files"]), row["by"], row["note"], told["ompt"]
    )


def session(bundle: Bundle, applied: Applied) -> Session:
    """The session of a bundle. verify checks the loaded library: paths belong to another machine."""
    context = bundle.manifest["context"]
    return Session(
        str(bundle.runtime.get("name", "")),
        bundle.profile,
        ompt=bool(context["ompt"]),
        whole_teams=bool(context.get("whole_teams", True)),
        deviations=applied.deviations,
    )


def judge_trace(trace: Path, code: Path, profile: str) -> Json:
    """The output of ompt-validate for a trace; empty if there is none."""
    validator = tools.require_tool(build_dir(), "ompt-validate")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "findings.json"
        words = [str(validator), "--quiet", "--profile", profile, "--code", str(code)]
        try:
            subprocess.run(
                [*words, "--json", str(path), str(trace)],
                capture_output=True,
                timeout=SECONDS,
                check=False,
            )
            return layout.read_json(path)
        except (subprocess.TimeoutExpired, UserError):
            return {}


def placeless(data: Any, folders: list[str]) -> Any:
    """Every text without the folders of one machine."""
    if isinstance(data, str):
        for folder in folders:
            data = data.replace(folder, "")
        return data
    if isinstance(data, list):
        return [placeless(item, folders) for item in data]
    if isinstance(data, dict):
        return {key: placeless(value, folders) for key, value in data.items()}
    return data


def _beside(folder: Path, suffix: str) -> list[tuple[str, Json]]:
    """The files of one kind in a test's folder, each with its name before the suffix."""
    found = []
    for path in sorted(folder.glob(f"*{suffix}")):
        found.append((str(path).removesuffix(suffix), layout.read_json(path)))
    return found


def view_holds(bundle: Bundle, test: str, traces: list[Path]) -> bool | None:
    """Whether the traces' views match the test's CHECK lines; None if that cannot be checked here."""
    source = SUITES / header.source_name(test)
    try:
        views = header.read(str(source)).views
        checker = tools.filecheck()
    except (header.HeaderError, UserError):
        return None
    main = [trace for trace in traces if trace.name.endswith(".tmp.trace")]
    main = [trace for trace in main if not both_ways.is_at_once(trace.name)]
    if not views or len(main) != 1:
        return None
    viewer = tools.require_tool(build_dir(), "ompt-view")
    for options in views:
        words = [str(viewer), *options, "--code", str(bundle.code), str(main[0])]
        shown = subprocess.run(words, capture_output=True, timeout=SECONDS, check=False)
        told, own = [checker, str(source)], tools.compares(os.environ)
        held = subprocess.run(told, input=shown.stdout, capture_output=True, env=own, check=False)
        if shown.returncode or held.returncode:
            return False
    return True


def judge_test(bundle: Bundle, asked: Session, test: str) -> Judged:
    """One test from its folder. UserError for an unreadable file."""
    folder = bundle.folder / layout.test_folder(test)
    claim = layout.read_json(folder / layout.CLAIM)
    source = SUITES / header.source_name(test)
    rules = header.rules(str(source)) if source.is_file() else []
    places = [f"{bundle.folder}{os.sep}", *map(str, bundle.manifest["context"]["folders"])]
    traces = sorted(path for path in folder.iterdir() if path.is_dir() and is_trace(str(path)))
    kept = layout.read_json(folder / layout.JUDGED) if (folder / layout.JUDGED).exists() else {}
    observed = [data for _, data in _beside(folder, layout.OBSERVED)]
    if not traces and not kept and not (observed and says(test, OBSERVES)):
        claimed = _claimed(test, asked, rules, claim)
        claimed.outcome = placeless(claimed.outcome, places)
        claimed.outcome["verdict"] = Verdict(claimed.outcome["verdict"])
        claimed.repeats = _earlier(claim, places)
        return claimed
    findings = [
        (str(trace), placeless(judge_trace(trace, bundle.code, asked.profile), places))
        for trace in traces
    ]
    findings += [(str(folder / name), placeless(data, places)) for name, data in kept.items()]
    records = _beside(folder, RECORD)
    first = [record for record in records if not both_ways.is_at_once(record[0])]
    settled = _settled(asked, test, findings)
    weighed = outcome.weigh(asked, test, rules, first, sorted(settled), observed)
    step, status, said = claim["step"] or ("", 0, "")
    failed = (str(step), int(status), str(said)) if step else None
    passed = bool(claim["passed"])
    script = outcome.Script(passed, str(claim["output"]), failed)
    made = outcome.conclude(weighed, rules, script, len(records))
    judged = Judged(placeless(made, places), bool(traces) and not kept)
    judged.outcome["verdict"] = Verdict(made["verdict"])
    judged.repeats = _earlier(claim, places)
    names = {trace.name for trace in traces} | set(kept)
    recorded: set[str] = set()
    lines = _said_in(source)
    for _, record in records:  # not every test judges the records of other processes
        for less in asked_of.left_out(record.get("settings") or {}):
            if less not in lines and REMOVES not in lines:
                judged.problems.append(
                    f"{test}: it does not request {less}, but not everything was recorded"
                )
        name = os.path.basename(str(record.get("trace", "")))
        recorded |= set(map(str, record.get("traces", [])))
        if name in record.get("traces", []) and name not in names:
            judged.problems.append(f"{test}: the recorded trace {name} is missing")
    judged.problems += [
        f"{test}: the trace {name} is additional: no record names it"
        for name in sorted(names - recorded)
    ]
    if traces and passed and view_holds(bundle, test, traces) is False:
        judged.problems.append(f"{test}: the view of its trace differs from the test's CHECK lines")
    return judged


def _settled(asked: Session, test: str, findings: list[tuple[str, Json]]) -> list[tuple[str, Json]]:
    """The test without the traces of a second run with a simulated driver, which settle its findings."""
    second = {path: judged for path, judged in findings if both_ways.is_at_once(path)}
    first = [(path, judged) for path, judged in findings if path not in second]
    for path, judged in first:
        both_ways.settle(asked, test, judged, second.get(both_ways.at_once(path), {}))
    return first


def _claimed(test: str, asked: Session, rules: list[str], claim: Json) -> Judged:
    """A test without a trace, which proves nothing: the test may have ended or not have run."""
    told = claim["outcome"] or {}
    verdict = str(told.get("verdict", ""))
    if verdict not in UNSHOWN:
        made = outcome.make(asked, test, rules, Verdict.HARNESS_ERROR, "no trace shows its verdict")
        problem = f"{test} has no trace: nothing shows that it ended as {verdict or 'claimed'}"
        return Judged(made, False, True, [problem])
    made = outcome.make(asked, test, rules, Verdict(verdict), str(told["reason"]))
    for key in ("expected", "attribution", "seconds", "findings", "output"):
        made[key] = told[key]  # type: ignore[literal-required]
    return Judged(made, False, True)


def _earlier(claim: Json, places: list[str]) -> list[Outcome]:
    """The results of earlier repeats of a test. They may only make the result worse: without them
    the test had run once."""
    found: list[Outcome] = []
    for row in claim.get("repeats", []):
        told = placeless(row, places)
        found.append(told | {"verdict": Verdict(told["verdict"])})
    return found


def judge_all(bundle: Bundle, asked: Session, tests: list[str]) -> dict[str, Judged]:
    """Every test of the list, several at once."""

    def one(test: str) -> Judged:
        try:
            return judge_test(bundle, asked, test)
        except (UserError, OSError, KeyError, TypeError, ValueError, AttributeError) as problem:
            text = str(problem).replace(f"{bundle.folder}{os.sep}", "")
            made = outcome.make(asked, test, [], Verdict.HARNESS_ERROR, "it cannot be judged")
            return Judged(made, False, True, [f"{test} cannot be judged: {text}"])

    with ThreadPoolExecutor(max(1, calls.processors())) as pool:
        return dict(zip(tests, pool.map(one, tests), strict=True))


def build_report(bundle: Bundle, applied: Applied, judged: dict[str, Judged]) -> Report:
    """The report of these outcomes, with the manifest's description of the run."""
    told = bundle.manifest["context"]
    repeat = int(told["environment"].get("repeat", 1))
    context = report.Context(
        profile=bundle.profile,
        command=list(told["command"]),
        runtime=bundle.runtime,
        known=applied,
        repeat=repeat,
        strict=bool(told["strict"]),
    )
    runs = [[one.repeats[n] for one in judged.values()] for n in range(repeat - 1)]
    runs.append([one.outcome for one in judged.values()])
    result = report.build(context, verdicts.combine_repeats(runs))
    result["suite"] = dict(bundle.manifest["suite"]["report"])
    result["environment"] = dict(told["environment"])
    for exhibit in result["exhibits"]:  # taken where a report is made: sources, and programs
        exhibit.update(source=None, timeline=[], around=None)
    return result
