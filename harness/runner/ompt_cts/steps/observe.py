"""Judges a rule that only the harness can observe: the substitution `%cts-observe`.

observe.py BASE RULE… -- COMMAND [argument…]

Each rule counts as exercised once; it fails if the command fails. The command's output is the
explanation of the finding. The outcome is written to BASE.<n>.observed.json; the exit status is 0
whenever the command could be run, because the test format gives the verdict.
"""

import json
import os
import sys
from collections.abc import Callable, Sequence

if __name__ == "__main__":
    sys.path[0] = os.path.abspath(f"{__file__}/../../..")

from ompt_cts.system import spawn

LIMIT = 4000


def started(command: Sequence[str]) -> tuple[int, str]:
    return spawn.output_of(command, 1, 2)


def main(argv: list[str], ask: Callable[[Sequence[str]], tuple[int, str]] = started) -> int:
    if "--" not in argv:
        print("cts-observe: expected RULE… -- COMMAND [argument…]", file=sys.stderr)
        return 2
    split = argv.index("--")
    head, command = argv[:split], argv[split + 1 :]
    if len(head) < 2 or not command:
        print("cts-observe: expected RULE… -- COMMAND [argument…]", file=sys.stderr)
        return 2
    base, rules = head[0], head[1:]
    try:
        status, output = ask(command)
    except OSError as error:
        print(f"cts-observe: cannot run {command[0]}: {error.strerror}", file=sys.stderr)
        return 2
    number = 0
    while os.path.exists(path := f"{base}.{number}.observed.json"):
        number += 1
    with open(path, "w", encoding="utf-8") as out:
        json.dump(
            {"rules": rules, "ok": status == 0, "command": command, "output": output[:LIMIT]}, out
        )
    sys.stdout.write(output)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
