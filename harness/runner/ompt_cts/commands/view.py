"""Show a saved trace: `ompt-view` with the same options, by default the regions; and its
timeline after ovni's OpenMP model, in the terminal or as files.

    ompt-cts view TRACE --timeline [--width=N] [--view=NAME]   four views, or one of them:
                                                               subsystem, label, task, idle
    ompt-cts view TRACE --svg=FILE                             a picture
    ompt-cts view TRACE --perfetto=FILE                        for ui.perfetto.dev
    ompt-cts view TRACE --paraver=NAME                         NAME.prv, .pcf, .row, .VIEW.cfg
    --code=DIR                   a folder with copies of the recorded process's files, below their
                                 whole paths
    --from=TIME, --to=TIME       only this part of a timeline; times count from its first state: 1.5ms, 3s
    --around=THREAD:POSITION     a few states on each side of an event, such as a finding's witness
    --threads=0,3                only these threads
"""

import argparse
import os
import subprocess
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.numbers_of_options import natural
from ompt_cts.paths import build_dir
from ompt_cts.progress import say
from ompt_cts.steps import tools
from ompt_cts.timeline import model

DEFAULT = "--regions"
# Options that need no --regions: a view, or options that make a trace.
CHOSEN = {
    *("--text", "--threads", "--counts", DEFAULT, "--stretches", "--json", "--info"),
    *("--from-text", "--help", "-h"),
}
SVG_WIDTH = 1200
PARTS = ("code", "from", "to", "around", "threads")
TIMELINE = {"--timeline", "--svg", "--perfetto", "--paraver"}


def run(words: list[str]) -> int:
    names = {word.partition("=")[0] for word in words}
    if names & TIMELINE and not names & {"--help", "-h"}:
        return timeline(words)
    if names & {"--help", "-h"}:
        print((__doc__ or "").split("\n\n", 1)[1], flush=True)
        viewer = tools.require_tool(build_dir(), "ompt-view")
        done = subprocess.run([str(viewer), "--help"], capture_output=True, text=True, check=False)
        print(done.stdout.replace("Usage: ompt-view", "Usage: ompt-cts view"), end="")
        return done.returncode
    view = [] if names & CHOSEN else [DEFAULT]
    viewer = tools.require_tool(build_dir(), "ompt-view")
    return subprocess.run([str(viewer), *view, *words], check=False).returncode


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise UserError(f"{message} (see ompt-cts view --help)")


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = _Parser(prog="ompt-cts view", add_help=False, allow_abbrev=False)
    parser.add_argument("trace")
    parser.add_argument("--timeline", action="store_true")
    parser.add_argument("--width", type=natural, default=0)
    parser.add_argument("--view", choices=model.VIEWS)
    for name in ("svg", "perfetto", "paraver", *PARTS):
        parser.add_argument(f"--{name}")
    return parser.parse_args(words)


def timeline(words: list[str]) -> int:
    """Writes every requested form, the terminal's last."""
    from ompt_cts.timeline import paraver, svg, terminal

    args = _arguments(words)
    if args.width and not 10 <= args.width <= 10000:
        raise UserError(f"--width {args.width}: from 10 to 10000")
    if "" in (args.svg, args.perfetto) or os.path.basename(args.paraver or "x") in ("", ".", ".."):
        raise UserError("--svg, --perfetto and --paraver need a name: --svg=FILE")
    files.check_apart(vars(args), [args.trace])
    trace, damage = Path(args.trace), ""
    part = [f"--{name}={value}" for name in PARTS if (value := getattr(args, name)) is not None]
    views = (args.view,) if args.view else model.VIEWS
    if args.perfetto or args.paraver:
        outputs = [f"--{name}={getattr(args, name)}" for name in ("perfetto", "paraver")]
        lines, damage = model.run(trace, [*(o for o in outputs if not o.endswith("=None")), *part])
        if args.paraver:
            for ending, text in paraver.files(lines[-1]["threads"], lines[-1]["labels"]).items():
                files.write_text(Path(args.paraver + ending), text)
    if args.svg:
        width = args.width if args.width > 300 else SVG_WIDTH
        shown = model.read(trace, width, part)
        damage = shown.damage
        files.write_text(Path(args.svg), svg.render(shown, views, width))
    if args.timeline:
        from ompt_cts.reports.terminal import Output

        console = Output(highlight=False, soft_wrap=True)
        width = args.width or max(20, min(console.width, 200) - 8)
        shown = model.read(trace, width, part)
        damage = shown.damage
        console.print(terminal.render(shown, width, views), end="")
    if damage:
        say(files.plain(damage))
    return 2 if damage else 0
