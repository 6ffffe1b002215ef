"""The sub-commands: a table of them, and a module for each."""

from typing import NamedTuple

# What a sub-command needs before it can run, each level with the ones above it.
NOTHING = 0  # the Python that starts it
PYTHON = 1  # the packages of requirements.txt
TOOLS = 2  # the system's packages, and the build target that the sub-command names


class Command(NamedTuple):
    help: str
    needs: int = TOOLS
    hands_over: bool = False  # every word, --help too, is for the program after the command
    target: str = "tools"  # what CMake builds for it: by default what records and judges


COMMANDS: dict[str, Command] = {
    "run": Command("run the test programs against a runtime and give a verdict per rule"),
    "check": Command("judge any OpenMP program, traces, a folder of programs or another lit suite"),
    "report": Command("render a report.json, or the shards of a run as one", PYTHON),
    "compare": Command("compare two reports: what regressed, what was fixed", PYTHON),
    "explore": Command("draw programs that nobody wrote, run each under the checker and judge"),
    "matrix": Command("several runtimes side by side"),
    "explain": Command(
        "tell what a rule or any word of the screens means; search for text", PYTHON
    ),
    "view": Command("show a saved trace", hands_over=True),
    "blame": Command("tell for which code threads waited", TOOLS, True, "ompt-blame"),
    "tool": Command("test a tool: play ordinary, odd and faulty runtimes to it"),
    "bundle": Command("make a submission of a run that another person can verify"),
    "verify": Command("verify a submission: judge its traces anew, and compare"),
    "runtimes": Command("list the runtimes that can be tested here; obtain more", PYTHON),
    "mend": Command("apply our mends to a runtime's sources", PYTHON),
    "selftest": Command("run the harness's own tests", target="all"),
    "setup": Command("install and build what is missing, and stop there", target="all"),
    "dev lit": Command("run test programs by lit, as `lit` on a path does", hands_over=True),
    "dev new-test": Command("print or write a test program to begin with, for one rule", NOTHING),
    "dev expect": Command("write or mend the known deviations of a runtime from a report", PYTHON),
    "dev upstream": Command("write issue texts about a runtime's known deviations"),
    "dev shell": Command("write shell completion and manual pages", PYTHON),
    "dev site": Command("build the web site: documents, rules, deviations, runtimes"),
}
# Names of old, which still work for a release.
RENAMED = {
    "merge": ("report",),
    "validate": ("check", "--as", "trace"),
    "corpus": ("check", "--as", "folder"),
    "check-lit": ("check", "--as", "suite"),
    **{name: ("dev", name) for name in ("lit", "new-test", "expect", "upstream", "site")},
}


def module_name(command: str) -> str:
    return "ompt_cts.commands." + command.replace(" ", ".").replace("-", "_")
