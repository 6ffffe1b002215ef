#!/usr/bin/env python3
"""The shell steps of the CI templates, unchanged: on a base, on a change, on a worse change.

    ci_steps.py BASE-ARGUMENTS WORSE-ARGUMENTS

Arguments of `ompt-cts run`, each in one word: those of a runtime, and of one that breaks more. The
GitHub action and the GitLab job run three times in an empty folder: on the base branch, on a neutral
change (0), on a change that makes it worse (1, with a comment that names the regression). node, if
installed, runs the script that writes the comment, against an API that only takes notes. The engine's
own work (caches, artifacts, uploads) is left out. Needs PyYAML and a built checkout. Exit status: 0
correct, 1 not.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
CI = ROOT / "reports" / "ci"
NODE = """
const notes = [];
const existing = JSON.parse(process.env.EXISTING);
const github = { paginate: async () => existing, rest: { issues: {
  listComments: {}, updateComment: async (what) => notes.push(['update', what]),
  createComment: async (what) => notes.push(['create', what]) } } };
const context = { repo: { owner: 'o', repo: 'r' }, issue: { number: 7 } };
(async () => { %s })().then(() => console.log(JSON.stringify(notes)));
"""


def shell(script: str, folder: Path, variables: dict[str, str]) -> int:
    """A step in the shell of the engines."""
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    done = subprocess.run(command, cwd=folder, env={**os.environ, **variables}, check=False)
    return done.returncode


def github(folder: Path, arguments: str, event: str) -> int:
    """The action's own steps; steps for pushes run only on a push."""
    output = folder / "output"
    told = {"GITHUB_OUTPUT": str(output), "GITHUB_ACTION_PATH": str(CI), "ARGUMENTS": arguments}
    told["GITHUB_STEP_SUMMARY"] = str(folder / "summary.md")
    status = 0
    steps: list[dict[str, Any]] = yaml.safe_load((CI / "action.yml").read_text())["runs"]["steps"]
    for step in steps:
        when = step.get("if", "")
        due = not status or "always()" in when
        if "run" in step and due and ("'push'" not in when or event == "push"):
            status = shell(step["run"], folder, told) or status
        if event != "push" and "script" in step.get("with", {}) and shutil.which("node"):
            commented(step["with"]["script"], folder)
    assert output.read_text().strip().endswith("report=ompt-cts-report/report.json")
    return status


def commented(script: str, folder: Path) -> None:
    """A first comment is created, a second one replaces it."""
    for existing, verb in ([], "create"), ([{"id": 5, "body": "<!-- ompt-cts -->"}], "update"):
        told = {**os.environ, "EXISTING": json.dumps(existing)}
        command = ["node", "-e", NODE % script]
        done = subprocess.run(command, cwd=folder, env=told, capture_output=True, check=True)
        [[what, sent]] = json.loads(done.stdout)
        text = (folder / "ompt-cts-report" / "comment.md").read_text()
        assert what == verb and sent["body"].endswith(text), done.stdout


def gitlab(folder: Path, arguments: str, event: str) -> int:
    """The job's script, line by line, in one shell as in GitLab's runner."""
    job = yaml.safe_load((CI / "gitlab.yml").read_text())[".ompt-conformance"]
    told = {"OMPT_CTS_REPOSITORY": str(ROOT), "OMPT_CTS_ARGUMENTS": arguments}
    told |= {"CI_DEFAULT_BRANCH": "main", "OMPT_CTS": str(ROOT / "ompt-cts")}
    told["CI_COMMIT_BRANCH"] = "main" if event == "push" else "change"
    shutil.rmtree(folder / "ompt-cts", ignore_errors=True)
    lines = [line for line in job["before_script"] if not line.startswith("apt-get")]
    return shell("\n".join([*lines, *job["script"]]), folder, told)


def main() -> int:
    base, worse = sys.argv[1:]
    wrong = 0
    for name, engine in (("GitHub", github), ("GitLab", gitlab)):
        with tempfile.TemporaryDirectory(prefix="a job ") as temporary:
            folder = Path(temporary)
            for what, arguments, event, expected in (
                ("the base", base, "push", (0, 1)),
                ("no change", base, "pull_request", (0,)),
                ("worse", worse, "pull_request", (1,)),
            ):
                status = engine(folder, arguments, event)
                comment = (folder / "ompt-cts-report" / "comment.md").read_text()
                made = sorted(path.name for path in (folder / "ompt-cts-report").iterdir())
                ok = status in expected and len(made) == 6
                wrong += not ok
                print(
                    f"{name}, {what}: status {status}, {', '.join(made)}{'' if ok else ': WRONG'}"
                )
            print("\n".join(comment.splitlines()[:12]), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
