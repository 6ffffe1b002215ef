"""Made-up reports for the tests of reports and their pages: what each part of a page shows, and hostile texts."""

from unittest import mock

from ompt_cts.reports import exhibits, report, side_by_side
from ompt_cts.timeline import neighbourhood
from ompt_cts.verdict import outcome

from tests import reporting as made
from tests.reporting import MANDATORY, OPTIONAL, OTHER, deviation, finding, one

HOSTILE = '</style><script>document.title = "taken"</script>\x1b[2J\x00\u202egnp.exe' + "x" * 300

NASTY = '<script>&\x01]]> "quoted" \ud800'

AROUND = neighbourhood.Neighbourhood(
    thread=1,
    at=4000,
    length=10000,
    states=["Runtime: User microtask", "Barrier: Join", "Task: Allocation"],
    lanes=[
        neighbourhood.Lane(thread=0, spans=[[0, 10000, 0, 0]]),
        neighbourhood.Lane(
            thread=1, spans=[[0, 5000, 0, 1], [3000, 3000, 2, 0], [5000, 10000, 1, 0]]
        ),
    ],
)


def whole() -> report.Report:
    """A report in which everything that a page can show is there."""
    entries = (
        deviation(OTHER, "host/teams/*", cause="league-of-one", clause="19.5.2.11"),
        deviation(OPTIONAL, "host/work/x.c"),
    )
    asked = made.session(*entries)
    judged = made.judged({MANDATORY: 1})
    outcomes = [
        one("host/threads/p.c", {MANDATORY: 3, "state.idle": 2}, asked=asked),
        one("host/threads/r.c", {MANDATORY: 3}, finding(MANDATORY, "odd", "remark"), asked=asked),
        one("tasking/tasks/f.c", {MANDATORY: 1}, finding(MANDATORY, "`bad` news"), asked=asked),
        *(one(f"host/teams/{n}.c", {OTHER: 1}, finding(OTHER), asked=asked) for n in range(3)),
        *(one(f"host/work/{n}.c", {OTHER: 1, MANDATORY: 1}, asked=asked) for n in range(9)),
        one("host/work/x.c", {OPTIONAL: 1}, asked=asked),
        outcome.judge_one(asked, "host/c.c", "/t", made.recorded("crash"), judged),
        outcome.make(
            asked, "target/u.c", [MANDATORY], "unsupported", "not-supported: needs offload"
        ),
    ]
    for entry in outcomes:
        for trace in entry["traces"]:
            trace["seen"] = {"thread_begin": 2, "implicit_task": 4}
    result = report.build(made.context(*entries), outcomes)
    result["environment"]["started"] = "2026-01-02T03:04:05Z"
    result["exhibits"] = [
        exhibits.Exhibit(
            source=exhibits.SourceLines(
                file="suites/a.c", at=8, first=7, lines=["#pragma omp teams", "work();", "}"]
            ),
            timeline=[
                exhibits.Moment(
                    time=n * 1500, thread=n % 3, text=f"work {n}", witness=n == 4, gap=n == 6
                )
                for n in range(9)
            ],
            around=AROUND,
            deviation=kept["deviation"],
        )
        for kept in result["exhibits"]
    ]
    return result


def hostile() -> report.Report:
    """A report with texts of an attacker who wants to take over the page."""
    asked = made.session(deviation(OTHER, "b", reason=HOSTILE, cause=HOSTILE))
    outcomes = [
        one(HOSTILE, {MANDATORY: 1}, finding(MANDATORY, HOSTILE)),
        one("b", {OTHER: 1}, finding(OTHER, HOSTILE), asked=asked),
        outcome.make(asked, "c", [], "harness-error", HOSTILE),
    ]
    for entry in outcomes:
        entry["runtime"] = entry["runtime"] | {"version_string": HOSTILE}
        entry["output"] = HOSTILE
    context = made.context(*asked.deviations)
    context.runtime["title"] = context.runtime["name"] = HOSTILE
    return report.build(context, outcomes)


def nothing() -> report.Report:
    """The report of a runtime that starts no tool."""
    asked = made.session()
    found = outcome.make(asked, "a", [MANDATORY], "unsupported", "not-supported: it has no OMPT")
    return report.build(made.context(), [found | {"no_ompt": True}])


def releases() -> made.Json:
    """The matrix of three releases: the second mends a rule, the third breaks another."""
    reports = []
    for number, broken in enumerate(([OTHER, MANDATORY], [OTHER], [OTHER, OPTIONAL])):
        rules = {rule: 1 for rule in (MANDATORY, OTHER, OPTIONAL)}
        context = made.context()
        context.runtime |= {"name": f"llvm-{(13, 19, 22)[number]}", "title": f"LLVM {9 + number}"}
        reports.append(report.build(context, [one("a", rules, *map(finding, broken))]))
    return side_by_side.tabulate(reports)


def sample() -> made.Json:
    """One test of every verdict that a single run can give."""
    entries = (deviation(OTHER, "tasking/w.c"), deviation(OPTIONAL, "tasking/x.c"))
    asked = made.session(*entries)
    judged = made.judged({MANDATORY: 1})
    outcomes = [
        one("tasking/p.c", {MANDATORY: 3}, finding(MANDATORY, "odd", "remark"), asked=asked),
        one("tasking/f.c", {MANDATORY: 1}, finding(MANDATORY, "<b>bad</b> & ugly"), asked=asked),
        one("tasking/w.c", {OTHER: 1}, finding(OTHER), asked=asked),
        one("tasking/x.c", {OPTIONAL: 1}, asked=asked),
        outcome.judge_one(asked, "host/c.c", "/t", made.recorded("crash"), judged),
        outcome.judge_one(asked, "host/t.c", "/t", made.recorded("timeout"), judged),
        outcome.make(asked, "host/h.c", [], "harness-error", NASTY.replace("\ud800", "")),
        outcome.make(asked, "host/u.c", [MANDATORY], "unsupported", "not-supported: offload"),
    ]
    names = frozenset(each["name"] for each in outcomes)
    with mock.patch.object(report.header, "tests", return_value=names):
        return report.build(made.context(*entries), outcomes)
