"""Print a first test program for one rule; with a path, write it there.

The program has the header, executes a construct that the rule is about, and runs. Its author must add
the facts that the program knows: docs/new-test.md goes from a clause to a test that passes.
"""

import argparse
import textwrap
from dataclasses import dataclass
from pathlib import Path

from ompt_cts import catalogue
from ompt_cts.catalogue import Rule
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT

SUFFIXES = (".c", ".cpp")
WIDTH = 100


@dataclass(frozen=True)
class Construct:
    """Statements of main, and their header lines."""

    code: str
    header: str = ""


def in_team(code: str) -> str:
    return f"#pragma omp parallel num_threads(2)\n  {{\n{code}  }}\n"


def by_one(code: str) -> str:
    return in_team(f"#pragma omp single\n    {{\n{code}    }}\n")


PARALLEL = Construct(
    '#pragma omp parallel num_threads(2)\n  cts_body("parallel");\n  cts_after("parallel");\n'
)
LOOP = Construct(
    in_team(
        "#pragma omp for schedule(dynamic)\n    for (int i = 0; i < 4; i++)\n"
        '      cts_body("loop");\n    cts_after("loop");\n'
    )
)
TASK = Construct(by_one('#pragma omp task\n      cts_body("task");\n#pragma omp taskwait\n'))
TASKGROUP = Construct(
    by_one('#pragma omp taskgroup\n      {\n#pragma omp task\n        cts_body("task");\n      }\n')
)
TASKLOOP = Construct(
    by_one(
        "#pragma omp taskloop num_tasks(2)\n      for (int i = 0; i < 4; i++)\n"
        '        cts_body("taskloop");\n'
    )
)
DETACH = Construct(
    by_one(
        "      omp_event_handle_t event;\n#pragma omp task detach(event)\n"
        "      omp_fulfill_event(event);\n#pragma omp taskwait\n"
    ),
    "REQUIRES: detach",
)
DEPENDENCES = Construct(
    by_one(
        "      int x = 0;\n#pragma omp task depend(out : x) shared(x)\n      x = 1;\n"
        "#pragma omp task depend(in : x) shared(x)\n      (void)x;\n#pragma omp taskwait\n"
    )
)
BARRIER = Construct(in_team('#pragma omp barrier\n    cts_after("barrier");\n'))
REDUCTION = Construct(
    "  int sum = 0;\n#pragma omp parallel num_threads(2) reduction(+ : sum)\n"
    "  sum += omp_get_thread_num();\n  return sum != 1 && omp_get_max_threads() > 1;\n"
)
SINGLE = Construct(in_team('#pragma omp single\n    cts_body("single");\n'))
SECTIONS = Construct(
    in_team(
        '#pragma omp sections\n    {\n#pragma omp section\n      cts_body("section");\n'
        '#pragma omp section\n      cts_body("section");\n    }\n'
    ),
    "REQUIRES: visible_sections",
)
MASTER = Construct(
    in_team('#pragma omp master\n    cts_body("masked");\n'), "REQUIRES: visible_master"
)
SCOPE = Construct(in_team('#pragma omp scope\n    cts_body("scope");\n'), "REQUIRES: visible_scope")
TEAMS = Construct("#pragma omp teams num_teams(2)\n  (void)omp_get_team_num();\n")
DISTRIBUTE = Construct(
    "#pragma omp teams distribute num_teams(2)\n  for (int i = 0; i < 4; i++)\n"
    "    (void)omp_get_team_num();\n",
    "REQUIRES: visible_distribute",
)
CRITICAL = Construct(in_team('#pragma omp critical\n    cts_body("critical");\n'))
ORDERED = Construct(
    in_team(
        "#pragma omp for ordered schedule(dynamic)\n    for (int i = 0; i < 4; i++) {\n"
        '#pragma omp ordered\n      cts_body("ordered");\n    }\n'
    )
)
LOCK = Construct(
    "  omp_lock_t lock;\n  omp_init_lock(&lock);\n  omp_set_lock(&lock);\n"
    "  omp_unset_lock(&lock);\n  omp_destroy_lock(&lock);\n"
)
TEST_LOCK = Construct(
    LOCK.code.replace(
        "  omp_set_lock(&lock);\n  omp_unset", "  if (omp_test_lock(&lock))\n    omp_unset"
    )
)
NEST_LOCK = Construct(
    "  omp_nest_lock_t lock;\n  omp_init_nest_lock(&lock);\n  omp_set_nest_lock(&lock);\n"
    "  omp_set_nest_lock(&lock);\n  omp_unset_nest_lock(&lock);\n  omp_unset_nest_lock(&lock);\n"
    "  omp_destroy_nest_lock(&lock);\n"
)
FLUSH = Construct(in_team("#pragma omp flush\n"), "REQUIRES: visible_flush")
CANCEL = Construct(in_team("#pragma omp cancel parallel\n"), "ENV: OMP_CANCELLATION=true")
ERROR = Construct(
    '#pragma omp error at(execution) severity(warning) message("as meant")\n',
    "REQUIRES: error_directive",
)
CONTROL = Construct(
    "  (void)omp_control_tool(omp_control_tool_start, 0, NULL);\n", "REQUIRES: control_tool"
)
TARGET = Construct(
    "  int x = 0;\n#pragma omp target map(tofrom : x)\n  x = 1;\n  return x != 1;\n",
    "REQUIRES: offload",
)
TARGET_DATA = Construct(
    "  int x = 0;\n#pragma omp target data map(tofrom : x)\n  {\n#pragma omp target map(tofrom : x)\n    x = 1;\n  }\n"
    "  return x != 1;\n",
    "REQUIRES: offload",
)

# The construct of a rule: by the beginning of its id, else by its event.
BY_NAME = {
    "sections.": SECTIONS,
    "single.": SINGLE,
    "scope.": SCOPE,
    "distribute.": DISTRIBUTE,
    "composite.": DISTRIBUTE,
    "taskgroup.": TASKGROUP,
    "taskwait.": TASK,
    "task-fulfill.": DETACH,
    "ordered.": ORDERED,
    "lock": LOCK,
    "lock-test.": TEST_LOCK,
    "nest-lock.": NEST_LOCK,
    "teams": TEAMS,
    "taskloop.": TASKLOOP,
    "task-": TASK,
    "target": TARGET,
    "target-data.": TARGET_DATA,
    "submit.": TARGET,
    "data-op.": TARGET,
    "map.": TARGET,
    "device-": TARGET,
}
BY_EVENT = {
    "work": LOOP,
    "dispatch": LOOP,
    "masked": MASTER,
    "task_create": TASK,
    "task_schedule": TASK,
    "dependences": DEPENDENCES,
    "task_dependence": DEPENDENCES,
    "sync_region": BARRIER,
    "sync_region_wait": BARRIER,
    "reduction": REDUCTION,
    "mutex_acquire": CRITICAL,
    "mutex_acquired": CRITICAL,
    "mutex_released": CRITICAL,
    "lock_init": LOCK,
    "lock_destroy": LOCK,
    "nest_lock": NEST_LOCK,
    "flush": FLUSH,
    "cancel": CANCEL,
    "error": ERROR,
    "control_tool": CONTROL,
}


def construct_of(rule: Rule) -> Construct:
    names = [name for name in BY_NAME if rule.id.startswith(name)]
    if names:
        return BY_NAME[max(names, key=len)]
    return BY_EVENT.get(rule.event, PARALLEL)


def program(rule: Rule) -> str:
    """The text of a test that names this rule."""
    version = max(rule.clauses)
    about = f"{rule.statement} (OpenMP {version}, {rule.clauses[version]})"
    code = construct_of(rule)
    event = rule.event or "EVENT"
    hint = (
        f"The program states its facts before the construct, as in\n"
        f'cts_expect("{rule.id}", "{event} => FIELD=VALUE"),\n'
        "or after it, by cts_count and cts_total: suites/include/cts.h."
    )
    lines = [*textwrap.wrap(about, WIDTH - 3, break_on_hyphens=False), f"RULES: {rule.id}"]
    head = [line if line.startswith("//") else f"// {line}" for line in lines]
    head += [f"// {code.header}"] if code.header else []
    comment = "\n".join(f"  // {line}" for line in hint.splitlines())
    return (
        "\n".join(head) + '\n#include "cts.h"\n\nint main(void) {\n' + f"{comment}\n{code.code}}}\n"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="the rule's id")
    where = "write the program there: a .c or .cpp file in a folder of suites/"
    parser.add_argument("path", metavar="PATH", nargs="?", help=where)


def write(path: Path, text: str) -> None:
    if path.suffix not in SUFFIXES:
        raise UserError(f"{path}: new-test writes C and C++ (.c, .cpp)")
    if not path.parent.is_dir():
        raise UserError(f"{path.parent} is no folder: `ls suites/*` lists them")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UserError(f"{path} already exists") from None
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None


def run(args: argparse.Namespace) -> int:
    found = catalogue.find(args.rule)
    if len(found) > 1:
        names = ", ".join(rule.id for rule in found[:4])
        raise UserError(f"{args.rule} is no rule, but the beginning of several: {names} …")
    text = program(found[0])
    if not args.path:
        print(text, end="")
        return 0
    path = Path(args.path)
    write(path, text)
    shown = path.resolve()
    name = shown.relative_to(ROOT) if shown.is_relative_to(ROOT) else shown
    print(f"{path}: written. To run it: ./ompt-cts dev lit -v {name}")
    return 0
