"""Finds what a runtime printed before it ended a program: the failed assertion and its place."""

import os
import re
import threading
from collections.abc import Mapping
from typing import Any

# "Assertion failure at kmp_taskdeps.cpp(923): taskwait_task_data->ptr == NULL." of LLVM's and
# Intel's runtimes, "app: file.c:12: main: Assertion `x' failed." of the C library, and its message
# about a thread that waits at an address without memory.
ASSERTION = re.compile(
    rb"^.*(Assertion failure at [^\r\n]{1,200}|\bAssertion `[^\r\n]{1,200}' failed"
    rb"|The futex facility returned an unexpected error code)",
    re.M,
)
# The checker's message, if an access beside a null pointer ends the program.
FAULT = re.compile(rb"^ompt-checker: the program ends by an access at (0x[0-9a-f]+)$", re.M)
LONGEST = 200
KEPT = 64 * 1024  # bytes of an output
PATIENCE = 1.0  # seconds


def assertion(output: bytes) -> str:
    """The first failed assertion of a program's output, in one line; empty if there is none."""
    met = ASSERTION.search(output)
    text = met[1].decode("utf-8", "replace").strip().rstrip(".") if met else ""
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:LONGEST]


def fault(output: bytes) -> str:
    """The address beside a null pointer whose access ended a program; empty if there is none."""
    met = FAULT.search(output)
    return met[1].decode() if met else ""


def ending(record: Mapping[str, Any]) -> str:
    """The ending of a recorded run in words: its reason and the failed assertion."""
    words = f" ({record['said']})" if record.get("said") else ""
    return f"{record.get('reason')}{words}"


def where_asked(record: Mapping[str, Any]) -> str:
    """The ending in words of a run that only probes end (`with_probes` of a record), with the level
    of the probes: a crash with full probes says nothing about sampled ones."""
    asked = str(record.get("probes", ""))
    how = asked if asked == "samples" else f"{asked} probes".lstrip()
    return f"{ending(record)} with {how}, not without"


def signal_name(number: object) -> str:
    import signal

    known = {int(one): one.name for one in signal.Signals}
    return known.get(int(str(number)), f"signal {number}")


def facts(record: Mapping[str, Any]) -> dict[str, str]:
    """The ending of a recorded run as facts: the signal, the failed assertion and the address of the
    access, if any."""
    signal = {"signal": signal_name(record["signal"])} if record.get("signal") else {}
    named = {"assertion": record.get("said"), "fault": record.get("fault")}
    return signal | {name: str(value) for name, value in named.items() if value}


def facts_asked(record: Mapping[str, Any]) -> dict[str, str]:
    """The same of a run that only probes end, with how much was asked."""
    return facts(record) | {"asked": str(record.get("probes", ""))}


class Heard:
    """The end of the text that a program writes into `descriptor`, read by a thread so that the
    program never waits. Close it, then read `text`."""

    def __init__(self) -> None:
        self.text = b""
        self._source, self.descriptor = os.pipe()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        while data := os.read(self._source, KEPT):
            self.text = (self.text + data)[-KEPT:]
        os.close(self._source)

    def close(self) -> None:
        """Waits for the end of the output, but not for children that hold it open."""
        os.close(self.descriptor)
        self._listener.join(PATIENCE)
