"""The sub-commands: a table of them, and a module for each."""

from typing import NamedTuple

# The needs of a sub-command before it can run; each level includes the ones above it.
NOTHING = 0  # the Python that starts it
PYTHON = 1  # the packages of requirements.txt, for the target "all" those of requirements-all.txt
TOOLS = 2  # the system's packages, and the build target that the sub-command names


class Command(NamedTuple):
    help: str
    needs: int = TOOLS
    hands_over: bool = False  # every word, --help too, goes to the other program
    target: str = "tools"  # of CMake: the recorder and the judge; "all": all Python packages, too


COMMANDS: dict[str, Command] = {
    "run": Command("run the test programs on a runtime and give a verdict for each rule"),
    "check": Command("judge an OpenMP program, traces, a folder of programs or another lit suite"),
    "report": Command("render a report.json, or merge the shards of a run", PYTHON),
    "compare": Command("compare two reports: regressions and fixes", PYTHON),
    "explore": Command("draw random programs, run each under the checker and judge"),
    "matrix": Command("show several runtimes side by side"),
    "explain": Command("explain a rule or any word of the screens; search for text", PYTHON),
    "view": Command("show a saved trace", hands_over=True),
    "blame": Command("show the code that made threads wait", TOOLS, True, "ompt-blame"),
    "tool": Command(
        "test a tool: play ordinary, odd and faulty runtimes to the tool", target="synth-omp"
    ),
    "bundle": Command("pack a run so that another person can verify it"),
    "verify": Command("verify a bundle: judge its traces again and compare"),
    "runtimes": Command("list the runtimes on this machine; obtain more", PYTHON),
    "mend": Command("apply our mends to a runtime's sources", PYTHON),
    "selftest": Command("run the harness's own tests", target="all"),
    "setup": Command("install and build everything that is missing", target="all"),
    "dev lit": Command("run test programs with lit", hands_over=True),
    "dev new-test": Command("print or write a first test program for one rule", NOTHING),
    "dev expect": Command(
        "write or update the known deviations of a runtime from a report", PYTHON
    ),
    "dev upstream": Command("write issue texts about a runtime's known deviations"),
    "dev fingerprints": Command("write what releases of runtimes are recognized by", PYTHON),
    "dev shell": Command("write shell completion and manual pages", PYTHON, target="all"),
    "dev site": Command("build the web site: documents, rules, deviations, runtimes"),
}
# Old names, which still work for one release.
RENAMED = {
    "merge": ("report",),
    "validate": ("check", "--as", "trace"),
    "corpus": ("check", "--as", "folder"),
    "check-lit": ("check", "--as", "suite"),
    **{name: ("dev", name) for name in ("lit", "new-test", "expect", "upstream", "site")},
}


def module_name(command: str) -> str:
    return "ompt_cts.commands." + command.replace(" ", ".").replace("-", "_")
