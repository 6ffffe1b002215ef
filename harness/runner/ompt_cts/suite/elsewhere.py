"""lit's run with a last result: the rules that only tests for other rules contradict.

A test answers for its own rules. Its other findings must not be lost if no other test of the run
fails for them: one result, `suites/contradicted-elsewhere`, fails for all of them. This result is
no program. lit's process judges it after its workers have ended, from their results, so that it
depends on no file, order or clock.
"""

import copyreg
import multiprocessing
from collections.abc import Iterable, Iterator
from typing import Any

import lit.run
import lit.Test

from ompt_cts.catalogue import ELSEWHERE
from ompt_cts.verdict.outcome import Outcome

NAME = ("suites", ELSEWHERE)
TESTS = 6  # named for each rule


class Judged(lit.Test.Result):  # type: ignore[misc] - lit has no types
    """A test's result with the facts that the last result needs."""

    def __init__(self, code: Any, output: str, outcome: Outcome) -> None:
        super().__init__(code, output)
        self.trusted = outcome["verdict"].trusted
        self.no_ompt = outcome["no_ompt"]
        new = [f for f in outcome["findings"] if f["severity"] == "error" and not f["waived"]]
        self.failed = {f["rule"] for f in new if f["own"]}
        self.foreign = {f["rule"]: f["message"] for f in reversed(new) if not f["own"]}


class Elsewhere(lit.Test.Test):  # type: ignore[misc]
    """The result for all rules that were contradicted elsewhere."""

    def judge(self, tests: Iterable[Any]) -> None:
        """Takes the tests of the run, all with their results, and sets its own."""
        self.result = None  # "excluded" if the user selected some tests only
        judged = {t.getFullName(): t.result for t in tests if isinstance(t.result, Judged)}
        results = {name: result for name, result in judged.items() if result.trusted}
        rules = unclaimed(results)
        if rules:
            code, output = lit.Test.FAIL, "\n".join(in_words(rules)) + "\n"
        elif any(result.no_ompt for result in judged.values()):
            code, output = lit.Test.UNRESOLVED, "no verdict: the runtime does not support OMPT\n"
        elif results:
            code, output = lit.Test.PASS, ""
        else:
            code, output = lit.Test.UNSUPPORTED, "no test was judged\n"
        self.setResult(lit.Test.Result(code, output, elapsed=0.0))


def unclaimed(results: dict[str, Judged]) -> dict[str, dict[str, str]]:
    """The rules for which no test fails, each with the tests in which it is contradicted."""
    claimed = {rule for result in results.values() for rule in result.failed}
    found: dict[str, dict[str, str]] = {}
    for name, result in sorted(results.items()):
        for rule, message in result.foreign.items():
            if rule not in claimed:
                found.setdefault(rule, {})[name.partition(" :: suites/")[2] or name] = message
    return dict(sorted(found.items()))


def in_words(rules: dict[str, dict[str, str]]) -> list[str]:
    lines = [f"fail: contradicted in tests that are not about it: {', '.join(rules)}"]
    for rule, tests in rules.items():
        names = list(tests)
        more = f" and {len(names) - TESTS} more" if len(names) > TESTS else ""
        lines.append(f"{rule}: {tests[names[0]]}")
        lines.append(f"  in {', '.join(names[:TESTS])}{more}")
    return lines


made: dict[str, Elsewhere] = {}  # of each suite of lit's, by its name


def once(suite: Any, config: Any) -> Iterator[Elsewhere]:
    """The single test of a suite of lit, made at the first request."""
    if suite.name not in made:
        made[suite.name] = Elsewhere(suite, NAME, config)
        yield made[suite.name]


numbered: list[Any] = []  # the tests of the run, also in the workers, which are forked


def numbered_test(number: int, result: Any, requires: list[str]) -> Any:
    test = numbered[number]
    test.result, test.requires = result, requires
    return test


def send_by_number(tests: list[Any]) -> None:
    """Makes lit send a test's number between its processes. The whole test has 170 KB, with all
    known deviations, and its way to a worker and back takes 7 ms of processor time."""
    numbered[:] = tests
    places = {test.getFullName(): number for number, test in enumerate(tests)}

    def reduced(test: Any) -> tuple[Any, ...]:
        return numbered_test, (places[test.getFullName()], test.result, test.requires)

    for kind in {type(test) for test in tests}:
        copyreg.pickle(kind, reduced)
    multiprocessing.set_start_method("fork", force=True)


class Run(lit.run.Run):  # type: ignore[misc]
    """lit's run, which leaves the last result to lit's own process."""

    def _execute(self, deadline: float) -> None:
        selected = self.tests
        self.tests = [test for test in selected if not isinstance(test, Elsewhere)]
        try:
            if self.tests:
                send_by_number(self.tests)
                super()._execute(deadline)
                self._judge(selected)
        finally:
            self.tests = selected

    def _judge(self, selected: list[Any]) -> None:
        for name, last in made.items():
            last.judge(test for test in self.tests if test.suite.name == name)
            if last in selected or last.isFailure():
                self.progress_callback(last)


lit.run.Run = Run
