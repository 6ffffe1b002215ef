"""A program that runs with the user's input and output, and the processes that it starts.

Nothing intercepts the program: this module asks the system at intervals for the program's
descendants. Orphans become our children (a subreaper), so that we see their ends. Whenever a
process opens a known OpenMP library, this module looks immediately. A process with a shorter life
is in the kernel's record (mapped.py); without that record this module only knows whether the program
started processes at all (`may_have_missed`).
"""

import os
import re
import shutil
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ompt_cts.errors import UserError
from ompt_cts.progress import say
from ompt_cts.steps.inside import hidden_code, lost_runtime, openmp_inside
from ompt_cts.steps.live import Judges
from ompt_cts.system import deaths, interrupts, keeper, leftovers, process_table, spawn
from ompt_cts.system.deaths import Deaths
from ompt_cts.system.mapped import Mapped
from ompt_cts.system.opened import Opened
from ompt_cts.system.process_table import descendants, living, offspring, processor_ticks
from ompt_cts.system.waiting import wait_for_end

FIRST_LOOK, LOOKS_GROW, LAST_LOOK = 0.005, 1.3, 1.0  # seconds between two looks
QUICK_LOOKS = 30  # between two at all processes, at most
AT_ONCE = 0.001  # a library that was opened is mapped a moment later
LONG, LONGER = (120.0, 2.0)  # seconds until a report, and their growth
GRACE = 10.0  # seconds that other processes may run and record after the program's end


@dataclass
class Seen:
    """One program of a process, as seen while the process lived. Numbers are reused: `start` (field
    22 of /proc/PID/stat) distinguishes processes with the same number, and `image` (field 28) the
    successive programs of one process (exec)."""

    pid: int
    parent: int
    start: str = ""  # empty: the process ended before we looked
    image: str = ""  # empty: no permission to look
    own: int = 0  # its number in its own namespace; 0: the process ended before we looked
    code: int = 0  # where the system's code lies in it, which also tells programs apart
    command: list[str] = field(default_factory=list)
    openmp: str = ""  # the loaded OpenMP library
    runtimes: list[str] = field(default_factory=list)  # all those with OMPT, by the kernel's record
    lost: list[str] = field(default_factory=list)  # code as large as a runtime's, which is gone
    twice: list[str] = field(default_factory=list)  # those of them that it has mapped twice
    preloaded: bool = False  # by LD_PRELOAD alone: the program itself names no such library
    inside: bool = False  # the program itself: the runtime is linked in
    idle: bool = False  # a whole record shows no start of LLVM's or Intel's runtime in it
    threads: bool = False  # a mere fork that has made threads, or started a runtime
    status: int | None = None  # its end, as from waitpid; None if unknown
    ended: int = 0  # its place in the order of the seen ends; 0: not seen


class Pauses:
    """When to look. Whoever opens a watched library may be a process of ours that lives only briefly,
    or a stranger of whom there may be many: some quick looks follow and one at all processes, and
    only a new process of ours begins the frequent looks again."""

    def __init__(self) -> None:
        self.pause, self.soon = FIRST_LOOK, 0.0
        self.quick = 0  # quick looks in a row

    @property
    def quickly(self) -> bool:
        return 0 < self.soon < FIRST_LOOK and self.quick < QUICK_LOOKS

    @property
    def seconds(self) -> float:
        return self.soon or self.pause

    def looked(self, found: bool) -> None:
        """After a look, which has `found` a new process, or not."""
        self.quick = self.quick + 1 if self.quickly else 0
        if self.soon and found:
            self.pause = FIRST_LOOK

    def waited(self, opened: bool) -> None:
        """After the pause, in which a library was `opened`, or not."""
        if opened:
            self.soon = AT_ONCE
        elif self.soon:
            self.soon = self.soon * LOOKS_GROW if self.soon < FIRST_LOOK else 0.0
        else:
            self.pause = min(self.pause * LOOKS_GROW, LAST_LOOK)


def preloaded(words: str, files: Iterable[str]) -> set[str]:
    """Those of a program's files that an LD_PRELOAD of these words asks for. The loader finds a name
    without a folder: libomp.so may be a link to libomp.so.5."""
    wanted = [word for word in re.split("[: ]", words) if word]
    paths = {os.path.realpath(word) for word in wanted if "/" in word}
    names = {word for word in wanted if "/" not in word}

    def asked(file: str) -> bool:
        name = os.path.basename(file)
        return file in paths or name in names or re.sub(r"(\.[0-9]+)+$", "", name) in names

    return set(filter(asked, files))


class Followed:
    """A program. `library` matches the file names of OpenMP runtimes, `known` are some that the
    program may load; `streams` are those that are not ours; `judges` run beside the recording
    processes. `typed` is the command as the user typed it: the program sees those words. Only one instance at a time: it reaps every child of this process."""

    def __init__(
        self,
        command: list[str],
        env: dict[str, str],
        library: re.Pattern[str],
        streams: spawn.Streams | None = None,
        judges: Judges | None = None,
        known: Sequence[str] = (),
        typed: Sequence[str] = (),
    ) -> None:
        self.judges = judges
        self.opened = Opened()
        self.deaths = Deaths()
        self.mapped = Mapped()
        self.ends = 0
        self.others = False  # there were processes besides the program's own
        processes = living()
        self.listed = os.getpid() in processes
        # A shell may have started processes before it became this one (`helper & exec ompt-cts …`).
        self.strangers = {pid: processes[pid].start for pid in descendants(os.getpid(), processes)}
        for path in known:
            self.opened.watch(path)
        self.library = library
        self.seen: list[Seen] = []
        self.latest: dict[int, Seen] = {}  # the last process with each number
        self.left: list[Seen] = []  # still alive behind the program
        self.status: int | None = None  # of the program itself
        self.timed_out = self.interrupted = False
        keeper.adopt_orphans()
        self.began = time.monotonic()
        self.pid = 0
        self.mask: set[int] = set()
        self.command, self.env, self.streams = command, env, streams or {}
        self.typed = typed or command
        self.preloads = {env.get("LD_PRELOAD", "")}  # the user's, a script's and those of `env`

    def start(self) -> int:
        try:
            path = self.typed[0] if "/" in self.typed[0] else self.command[0]
            return spawn.start(self.typed, self.env, self.streams, path, blocked=self.mask)
        except OSError as error:
            raise UserError(f"cannot run {self.command[0]}: {error.strerror}") from None

    def look(self, quickly: bool = False) -> set[int]:
        """Notes the living processes and returns their ids. `quickly`: only those that are quick to find."""
        self.mapped.drain()
        self.opened.begun()
        known = living(offspring(os.getpid()) if quickly else None)
        alive = set(known) if quickly else descendants(os.getpid(), known)
        if self.judges:
            alive -= set(self.judges.pids)
        for pid, began in self.strangers.items():
            if pid in known and known[pid].start == began:
                alive -= {pid, *descendants(pid, known)}
        for pid in alive:
            self.others |= pid != self.pid
            one = self.note(pid, *known[pid])
            one.command = process_table.words_of(pid) or one.command
            if not one.openmp:
                self.find_openmp(one)
        return alive

    def note(self, pid: int, parent: int, start: str, image: str) -> Seen:
        """The entry of the process with this number; a new one if another process has the number
        now, or the process runs another program. An ending process has no memory and no image."""
        one = self.latest.get(pid)
        if one and one.start == start:
            image = image or one.image
        if not one or (one.start, one.image) != (start, image):
            one = self.latest[pid] = Seen(pid, parent, start, image, process_table.own_number(pid))
            self.seen.append(one)
        return one

    def find_openmp(self, one: Seen) -> None:
        """Stores the OpenMP library that a process has loaded, or whether one is linked in."""
        code, mapped = process_table.mapped_by(one.pid)
        if code != one.code:
            now = living([one.pid]).get(one.pid)
            if now and now.image not in ("", one.image):
                return  # of the program that it has executed meanwhile: the next look's
            one.code = code or one.code
        program = process_table.program_of(one.pid)
        if found := next(filter(self.library.search, mapped), ""):
            self.preloads.add(process_table.setting_of(one.pid, "LD_PRELOAD"))
            one.openmp, one.preloaded = found, self.only_preloaded(found, [program, *mapped])
            self.opened.watch(found)
            self.deaths.watch(one.pid)
            return
        try:
            file, hidden = os.readlink(program), False
        except OSError:  # a process of another user (setuid)
            file, hidden = (shutil.which(one.command[0]) if one.command else None) or "", True
        if openmp_inside(file, hidden):
            one.openmp, one.inside = file, True
            self.deaths.watch(one.pid)

    def only_preloaded(self, library: str, files: Iterable[str]) -> bool:
        """Whether nothing but LD_PRELOAD asks for a runtime: neither the program nor its libraries."""
        files = list(files)
        theirs = preloaded(":".join(sorted(self.preloads)), files)
        return library in theirs and not any(
            openmp_inside(file, needed=True) for file in files if file not in theirs
        )

    def add_missed(self) -> None:
        """Adds the programs with an OpenMP runtime that lived between two looks, and forks that have
        used that of their parent, or may have, because they made threads. A runtime has a known name, or OMPT
        inside whatever its name is."""
        self.mapped.drain()
        judges = self.judges.pids if self.judges else {}
        for ran in self.mapped.programs():
            if ran.pid in judges:
                continue
            own, *others = ran.files or [""]
            runtimes = [file for file in others if hidden_code(file) or openmp_inside(file)]
            library = next(iter(runtimes), "") or next(filter(self.library.search, others), "")
            inside = not library and (hidden_code(own) or openmp_inside(own))
            if not library and not inside:
                continue
            same = [one for one in self.seen if one.pid == ran.pid]
            if not own:  # a fork, which has mapped the library itself
                same, ran.code = same[-1:], same[-1].code if same else 0
            one = next((one for one in same if one.code == ran.code), None)
            one = one or next(
                (one for one in same if not one.code and (one.inside or not one.openmp)), None
            )
            if not one:
                one = Seen(ran.pid, 0, own=ran.pid)
                self.seen.append(one)
            one.runtimes, one.twice = runtimes, list(filter(ran.twice, runtimes))
            one.lost = [file for file in others if lost_runtime(file, ran.sizes.get(file, 0))]
            if not one.openmp:
                one.openmp, one.inside = library or own, inside
                one.command = one.command or ran.files[:1]
                one.preloaded = bool(library) and self.only_preloaded(library, ran.files)

        begun = self.opened.begun()
        for pid, parent in self.mapped.forks_with_threads(begun).items():
            loaded = next((o.openmp for o in self.seen if o.pid == parent and o.openmp), "")
            one = next((one for one in self.seen if one.pid == pid), None)
            if loaded and not one:
                one = Seen(pid, parent, own=pid, openmp=loaded)
                self.seen.append(one)
            if one:
                one.threads = True
        whole = self.mapped.whole and self.mapped.data_whole
        for one in self.seen:
            started = one.own in begun or one.pid in self.mapped.started
            one.preloaded &= not started
            one.idle = whole and not started

    @property
    def may_have_missed(self) -> bool:
        """Whether a program that nobody saw may have run: others ran, and the kernel's record does
        not have them all, or the list of processes (/proc) cannot be read, so that none was waited for."""
        return self.others and not (self.mapped.whole and self.listed)

    def only_strangers(self) -> bool:
        """Whether none of ours has executed a program or mapped a library since the last look."""
        return not self.mapped.drain() and self.mapped.whole

    def reap(self) -> None:
        """Reaps all children that have ended, and notes the order of the ends."""
        for pid, status in self.deaths.since():
            self.ends += 1
            if pid in self.latest:
                self.latest[pid].ended, self.latest[pid].status = self.ends, status
        for pid, status, had_children in deaths.children():
            if self.judges and pid in self.judges.pids:
                self.judges.ended(pid)
                continue
            self.others |= had_children or pid != self.pid
            one = self.latest.pop(pid, None)
            if not one:
                one = Seen(pid, os.getpid(), own=pid)
                self.seen.append(one)
            one.status = status
            if pid == self.pid and self.status is None:
                self.status = status

    def run(self, timeout: float | None) -> int:
        """Starts the program and returns its status as from waitpid. UserError if it cannot be
        started. At its time limit the program is killed with everything that it started; otherwise
        processes that still record get a moment to end. An interrupt from the keyboard also reaches
        the program, which handles it; a second one ends the program."""
        try:  # from here on, whatever happens, started processes are ended
            self.began = time.monotonic()
            # An interrupt waits until the program is known to have received it, too.
            self.mask = interrupts.block()
            self.pid = self.start()
            self.wait_for_the_program(timeout)
            self.wait_for_the_others()
            self.add_missed()
            if self.judges:
                self.judges.look()
                self.judges.finish()
        except BaseException:
            self.kill()
            if self.judges:
                self.judges.kill()
            raise
        finally:
            self.opened.close()
            self.deaths.close()
            self.mapped.close()
            interrupts.restore(self.mask)
        assert self.status is not None
        return self.status

    def wait_for_the_program(self, timeout: float | None) -> None:
        deadline = self.began + timeout if timeout else float("inf")
        pauses, told_at, used, looked = Pauses(), self.began + LONG, 0, 0.0
        while self.status is None:
            try:
                interrupts.restore(self.mask)
                before = len(self.seen)
                due = time.monotonic() >= looked + pauses.pause
                quickly = pauses.quickly and not due
                if due or not self.only_strangers():
                    looked = time.monotonic()
                    self.look(quickly)
                pauses.looked(len(self.seen) > before)
                if self.judges and not quickly:
                    self.judges.look()
                now = time.monotonic()
                if now >= told_at:
                    told_at, used = (
                        self.began + LONGER * (now - self.began),
                        self.say_long(used, timeout),
                    )
                left = min(pauses.seconds, deadline - now)
                if left <= 0:
                    self.timed_out = True
                    self.kill()
                else:
                    also = (self.opened, self.deaths, self.mapped)
                    wait_for_end(self.pid, left, *(one.descriptor for one in also))
                    self.reap()
                pauses.waited(self.opened.any())
            except KeyboardInterrupt:
                if self.interrupted:
                    raise
                self.interrupted = True

    def say_long(self, used: int, timeout: float | None) -> int:
        """Reports that the program still runs; returns the clock ticks used by its processes, of
        which the last report had `used`."""
        ticks = processor_ticks(self.latest)
        idle = " and has used no processor time since" if ticks == used else ""
        until = f"after {timeout:g} s" if timeout else "never"
        name, now = os.path.basename(self.command[0]), time.monotonic() - self.began
        say(f"{name} still runs after {now:.0f} s{idle}; it is killed {until} (--timeout)")
        return ticks

    def hidden(self) -> bool:
        """Whether there is a child, which a look may have missed. Judges are children, too: while one
        runs, nobody can tell, as with children that were there before."""
        self.reap()
        others = self.strangers or (self.judges and self.judges.running)
        return not others and deaths.any_left()

    def wait_for_the_others(self) -> None:
        ended, pause = time.monotonic(), FIRST_LOOK
        while not (self.timed_out or self.interrupted) and (
            (alive := self.look()) or self.hidden()
        ):
            if self.judges:
                self.judges.look()
            if time.monotonic() >= ended + GRACE:
                self.left = [self.latest[pid] for pid in alive]
                if not alive:
                    self.others, self.listed = True, False
                break
            watched = self.opened.descriptor, self.mapped.descriptor
            wait_for_end(min(alive, default=os.getpid()), pause, *watched)
            pause = FIRST_LOOK if self.opened.any() else min(pause * LOOKS_GROW, LAST_LOOK)
            self.reap()
        self.reap()

    def kill(self) -> None:
        """Ends the program and all its descendants, which may fork meanwhile."""
        for _ in range(5):
            alive = self.look()
            for pid in alive:
                process_table.kill(pid)
            for pid in alive:
                wait_for_end(pid, LAST_LOOK)
                leftovers.forget_process(pid)
            self.reap()
            if not alive and not self.hidden():
                return
