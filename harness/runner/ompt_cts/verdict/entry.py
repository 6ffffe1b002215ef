"""An entry of expectations/, in the form of the file; expectations.py explains the keys."""

from dataclasses import dataclass

from ompt_cts.catalogue import PROFILES


@dataclass(frozen=True)
class Entry:
    rule: str
    tests: tuple[str, ...]
    reason: str
    attribution: str = "runtime"
    profiles: tuple[str, ...] = PROFILES
    clause: str = ""
    link: str = ""
    source: str = ""
    match: tuple[str, ...] = ()
    beside: str = ""
    cause: str = ""
    reproducer: str = ""
    unreproduced: str = ""
    sometimes: bool = False
    settings: bool | tuple[str, ...] = False
    shown: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    event: tuple[str, ...] = ()
    needs: str = ""
    most: int | str = ""
    within: tuple[str, ...] = ("*",)
