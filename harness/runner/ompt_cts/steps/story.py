"""Runs a program that reports, with its small tools, what happens to them: `%cts-story`.

  story.py [options] STORY -- [NAME=VALUE…] PROGRAM [argument…]

STORY is a regular expression for all reported words (suites/include/tools/story.h), in order, with single
spaces between them. `{a}` in it stands for the whole life of an active tool a without a callback for
control_tool, `{}` for a program without a tool. Exit status: 0 if the story matches and the program ended
well.

  --exit=any         any status or signal of the program
  --output=REGEX     the program's output must contain this; more than one may be given
  --no-output=REGEX  the program's output must not contain this
  --file=PREFIX      files whose names begin so are part of the output; old ones are removed
  --timeout=S        kill the program after S seconds (20)
"""

import os
import re
import sys
import tempfile

if __name__ == "__main__":
    sys.path[0] = os.path.abspath(f"{__file__}/../../..")

from ompt_cts.steps.program import SLOWER, start

SHOWN = 2000
ACTIVE = r"\1.start \1.init \1.event main.answer=-1 main.end \1.fini"
INACTIVE = "main.answer=-2 main.end"
USAGE = "cts-story: expected STORY -- [NAME=VALUE…] PROGRAM [argument…]"


class Wanted:
    """The parsed command line."""

    def __init__(self, argv: list[str]) -> None:
        if "--" not in argv:
            raise SystemExit(USAGE)
        split = argv.index("--")
        self.command = argv[split + 1 :]
        self.environment: dict[str, str] = {}
        while self.command and "=" in self.command[0]:
            name, _, value = self.command.pop(0).partition("=")
            self.environment[name] = value
        self.story = ""
        self.any_exit = False
        self.output: list[str] = []
        self.no_output: list[str] = []
        self.file = ""
        self.timeout = 20.0
        for word in argv[:split]:
            self.take(word)
        if not self.command:
            raise SystemExit(USAGE)

    def take(self, word: str) -> None:
        name, equals, value = word.partition("=")
        if word == "--exit=any":
            self.any_exit = True
        elif name == "--output" and equals:
            self.output.append(value)
        elif name == "--no-output" and equals:
            self.no_output.append(value)
        elif name == "--file" and value:
            self.file = value
        elif name == "--timeout" and value:
            self.timeout = float(value)
        elif word.startswith("--") or self.story:
            raise SystemExit(f"cts-story: unexpected {word}")
        else:
            self.story = re.sub(r"\{([a-z]+)\}", ACTIVE, word.replace("{}", INACTIVE))


def files_of(prefix: str) -> list[str]:
    folder, begin = os.path.split(prefix)
    return sorted(os.path.join(folder, n) for n in os.listdir(folder or ".") if n.startswith(begin))


def without_blanks(library: str, folder: str) -> str:
    """A name of a library without blanks, at which the loader splits LD_PRELOAD, quoted or not."""
    if not re.search(r"\s", library):
        return library
    link = os.path.join(folder, re.sub(r"\s", "_", os.path.basename(library)))
    os.symlink(os.path.abspath(library), link)
    return link


def place() -> str:
    """The folder for temporary files; not TMPDIR if that has blanks, which a link must not have."""
    folder = os.environ.get("TMPDIR") or tempfile.gettempdir()
    return "/tmp" if re.search(r"\s", folder) else folder


def run(wanted: Wanted) -> tuple[str, str, str]:
    """The reported words, the output, and the ending of the program if it was bad."""
    if wanted.file:
        for path in files_of(wanted.file):
            os.unlink(path)
    with tempfile.TemporaryDirectory(prefix="cts-story-", dir=place()) as folder:
        told = os.path.join(folder, "told")
        open(told, "w").close()  # programs write into the file and never create it
        environment = {**os.environ, **wanted.environment, "CTS_STORY": told}
        if "LD_PRELOAD" in wanted.environment:
            environment["LD_PRELOAD"] = without_blanks(wanted.environment["LD_PRELOAD"], folder)
        program = start(wanted.command, environment)
        try:
            status, timed_out = program.wait(wanted.timeout * int(environment.get(SLOWER, "1")))
        except BaseException:
            program.kill()
            raise
        with open(told, encoding="utf-8", errors="replace") as file:
            words = file.read().split()
    output = program.output.decode(errors="replace")
    if wanted.file:
        for path in files_of(wanted.file):
            with open(path, encoding="utf-8", errors="replace") as file:
                output += file.read()
    end = ""
    if timed_out:
        end = f"killed after {wanted.timeout:g} s"
    elif code := os.waitstatus_to_exitcode(status):
        end = f"exit status {code}" if code > 0 else f"ended by signal {-code}"
    return " ".join(words), output, end


def main(argv: list[str]) -> int:
    wanted = Wanted(argv)
    story, output, end = run(wanted)
    wrong = []
    if end and not wanted.any_exit:
        wrong.append(f"the program: {end}")
    if not re.fullmatch(wanted.story, story):
        wrong.append(f"wanted: {wanted.story}")
    wrong += [f"the output lacks: {text}" for text in wanted.output if not re.search(text, output)]
    wrong += [f"the output has: {text}" for text in wanted.no_output if re.search(text, output)]
    print(f"told: {story}")
    for line in wrong:
        print(line)
    if wrong and output:
        print(f"output: {output[:SHOWN]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
