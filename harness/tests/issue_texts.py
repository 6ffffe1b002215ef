#!/usr/bin/env python3
"""Follows the issue texts for upstream literally: do they show what they claim?

    issue_texts.py RUNTIME COMPILER [CAUSE]...

Each text of `ompt-cts dev upstream RUNTIME` is used as by its reader: the two files are saved under
their names in the text, its commands run unchanged in a shell where `clang` is COMPILER (clang-19), and
the output is compared with the text's claims. Nothing of this suite goes into the programs. Exit status:
0 all texts are right, 1 one is not, 77 there is no such compiler.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "runner"))
from ompt_cts.suite import upstream

SECONDS = 300  # on a crowded machine
SKIPPED = 77
PROGRAM = re.compile(r"^`program\.c`.*?^```c\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
TOOL = re.compile(
    r"<summary>(print-events\.c)</summary>.*?^```c\n(.*?)^```", re.MULTILINE | re.DOTALL
)


def typed(text: str, compiler: str) -> str:
    """The output of the text's commands, and the signal that ended the last one."""
    program, commands, tool = PROGRAM.search(text), COMMANDS.search(text), TOOL.search(text)
    if not program or not commands:
        return "the text has no program or no commands"
    own = ("OMP_", "KMP_", "OMPT_CTS_", "LD_", "LIBRARY_PATH")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(own)}
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as path:
        Path(path, "clang").symlink_to(compiler)
        environment["PATH"] = f"{path}:{environment['PATH']}"
        Path(folder, "program.c").write_text(program[1], encoding="utf-8")
        if tool:
            Path(folder, tool[1]).write_text(tool[2], encoding="utf-8")
        done = subprocess.run(
            ["sh", "-e", "-c", commands[1]],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    ended = max(-done.returncode, done.returncode - 128)  # as the shell's own end, or as it says
    told = f"ended by signal {signal.Signals(ended).name}\n" if ended > 0 else ""
    return done.stdout + done.stderr + told


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    runtime, name, *chosen = arguments
    compiler = shutil.which(name)
    if not compiler:
        print(f"there is no {name}")
        return SKIPPED
    failed = False
    for cause, text in upstream.load(runtime).items():
        if chosen and cause not in chosen:
            continue
        try:
            printed = typed(upstream.markdown(text, "", ""), compiler)
        except subprocess.TimeoutExpired:
            printed = f"not done after {SECONDS} s\n"
        wrong = upstream.unproven(text, printed)
        print(f"{cause}: {'; '.join(wrong) or 'as said'}", flush=True)
        if wrong:
            print("  " + "\n  ".join(printed.splitlines()[-8:]))
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
