"""`python -m ompt_cts` is `ompt-cts` without the set-up."""

from ompt_cts.system import interrupts

if __name__ == "__main__":
    interrupts.while_loading()

import signal
import sys
from types import FrameType

from ompt_cts import streams
from ompt_cts.cli import main, needs, split
from ompt_cts.commands import TOOLS
from ompt_cts.system import keeper


def ended(number: int, frame: FrameType | None) -> None:
    """Ends by an exception, so that started processes are ended as well."""
    signal.signal(number, keeper.ignore)  # once is enough
    sys.exit(128 + number)


if __name__ == "__main__":
    streams.open_closed()
    if needs(sys.argv[1:]) >= TOOLS:
        keeper.keep(leave=split(sys.argv[1:])[0] == "check")  # a user's program may start a server
    for stream in (sys.stdout, sys.stderr):  # names may be other than UTF-8
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    signal.signal(signal.SIGTERM, ended)
    interrupts.loaded()
    sys.exit(main(sys.argv[1:]))
