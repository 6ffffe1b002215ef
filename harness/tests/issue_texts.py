#!/usr/bin/env python3
"""The issue texts for upstream are followed by their words: do they show what they claim?

    issue_texts.py RUNTIME COMPILER [CAUSE]...

Each text of `ompt-cts dev upstream RUNTIME` is read as its reader would: the two files are saved under the
names that it gives, its commands are typed as they stand, in a shell where `clang` is COMPILER (clang-19),
and what is printed is held against what the text says happens. Nothing of this suite goes into the
programs. Exit status: 0 all do, 1 one does not, 77 there is no such compiler.
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
    """What the text's commands print, and by which signal the last one ended."""
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
