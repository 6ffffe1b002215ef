import unittest

from ompt_cts.files import Json
from ompt_cts.verdict import stability


def outcome(
    name: str, verdict: str = "pass", rule: str = "", waived: str = "", **more: str
) -> Json:
    found = {"rule": rule, "severity": "error", "waived": waived, "own": True}
    found |= {"message": "it is wrong", "witness": []} | more
    found["sort"] = found["message"]
    findings = [found] if rule else []
    return {"name": name, "verdict": verdict, "expected": "", "findings": findings}


class Plan(unittest.TestCase):
    def test_repeats_count_the_seed_up(self) -> None:
        self.assertEqual([p.perturb for p in stability.plain(3, 7)], [7, 8, 9])
        self.assertEqual([p.perturb for p in stability.plain(2, None)], [None, None])

    def test_the_second_pass_asks_everything(self) -> None:
        (one,) = stability.second(60, [])
        self.assertEqual(one.suites, ("host", "interface", "tasking", "target"))
        self.assertEqual(stability.parameters(one), {"environment": "", "probes": "full"})
        (one,) = stability.second(60, ["frames", "host/mutex"])
        self.assertEqual(one.suites, ("host/mutex",))
        self.assertEqual(stability.second(60, ["frames"]), [])

    def test_stability_has_every_condition(self) -> None:
        plan = stability.passes()
        self.assertTrue(any(p.load for p in plan))
        self.assertGreaterEqual(len({p.perturb for p in plan if p.perturb is not None}), 3)
        self.assertTrue(any("OMP_NUM_THREADS" in p.environment for p in plan))
        self.assertEqual(len({p.title for p in plan}), len(plan))

    def test_lit_is_told(self) -> None:
        one = stability.Pass("x", perturb=5, environment="A=b")
        self.assertEqual(stability.parameters(one), {"environment": "A=b", "perturb": "5"})


class Moved(unittest.TestCase):
    plan = [stability.Pass("plain"), stability.Pass("seed 1", perturb=1)]

    def test_the_same_verdicts_are_stable(self) -> None:
        runs = [[outcome("a"), outcome("b", "waived")], [outcome("a"), outcome("b")]]
        self.assertEqual(stability.moved(self.plan, runs), [])
        self.assertIn("stable", stability.lines([], 2)[0])

    def test_another_rule_is_another_verdict(self) -> None:
        runs = [[outcome("a", "fail", "r.one")], [outcome("a", "fail", "r.two")]]
        table = stability.moved(self.plan, runs)
        self.assertEqual(table[0]["test"], "a")
        self.assertEqual(table[0]["verdicts"]["fail (r.two: it is wrong)"], ["seed 1"])
        self.assertIn("seed 1", "\n".join(stability.lines(table, 2)))

    def test_another_kind_inside_a_waiver_has_moved(self) -> None:
        lost = outcome("a", "waived", "r.one", "known", message="it is lost")
        plain = outcome("a", "waived", "r.one", "known")
        self.assertEqual(len(stability.moved(self.plan, [[plain], [lost]])), 1)
        self.assertEqual(stability.moved(self.plan, [[plain], [plain]]), [])

    def test_a_test_that_did_not_run_has_moved(self) -> None:
        self.assertEqual(len(stability.moved(self.plan, [[outcome("a")], []])), 1)
