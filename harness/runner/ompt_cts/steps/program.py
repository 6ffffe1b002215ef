"""Runs a program in a session of its own, with its output and its end, and leaves nothing running."""

import os
import select
import time

from ompt_cts.steps import leftovers

OUTPUT_LIMIT = 64 * 1024
# Python ignores these; a program that we start has the defaults, as its user would start it.
IGNORED = (13, 25)  # SIGPIPE, SIGXFSZ
GRACE = 2.0  # seconds that children may outlive the program, or keep its output open
SIGKILL = 9
# The starter of programs for another machine (runtimes/template.toml): its words, one a line, and
# whether they go through a shell; whether it is an emulator; the factor on time limits.
LAUNCHER = "OMPT_CTS_LAUNCHER"
THROUGH_SHELL = "OMPT_CTS_LAUNCHER_THROUGH_SHELL"
EMULATED = "OMPT_CTS_EMULATED"
SLOWER = "OMPT_CTS_SLOWER"
HANDED_ON = ("OMP_", "OMPT_", "KMP_", "GOMP_", "CTS_", "LIBOMP", "LD_")  # variables, to a shell
PARTS = "OMPT_CTS_PARTS"  # the folder in which a runtime's parts find each other (loading.py)


adopting = False  # processes that a program leaves running become children of this process
helpers: set[int] = set()  # children of this process that no program has left


def adopt() -> None:
    """Makes this process, which runs one program at a time and nothing beside it, the parent of what
    programs leave running: kill_escaped then looks only where there is something."""
    global adopting
    if not adopting:
        from ompt_cts.steps import keeper  # takes long to import

        keeper.prctl(keeper.SET_CHILD_SUBREAPER, 1)
        adopting = True


def _nothing_left() -> bool:
    """Whether no child of this process still runs but its helpers; takes the status of those that have
    ended. False where the kernel does not list children."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            found = set(map(int, file.read().split())) - helpers
        return all(os.waitpid(pid, os.WNOHANG)[0] for pid in found)
    except (OSError, ValueError):
        return False


def kill_escaped(trace: str) -> None:
    """Kills descendants that left the program's session, which their environment reveals."""
    if os.environ.get("OMPT_CTS_TRACE") == trace:
        return  # then that of others does, too
    if adopting and _nothing_left():
        return
    mark = os.fsencode(f"OMPT_CTS_TRACE={trace}")
    for _ in range(5):  # they may have forked meanwhile
        found = False
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/environ", "rb", buffering=0) as file:
                    if mark not in (file.read(1 << 20) or b"").split(b"\0"):
                        continue
                os.kill(int(entry), SIGKILL)
                found = True
            except OSError:
                pass
        if not found:
            return


def with_parts(env: dict[str, str]) -> dict[str, str]:
    """The environment in which the parts of a program's runtime find each other."""
    parts = env.get(PARTS, "")
    folders = [entry for entry in env.get("LD_LIBRARY_PATH", "").split(":") if entry]
    if not parts or parts in folders:
        return env
    return {**env, "LD_LIBRARY_PATH": ":".join([*folders, parts])}


def launched_by(
    launcher: list[str], through_shell: bool, emulated: bool, slower: int
) -> dict[str, str]:
    """The variables that tell how programs of another machine are started."""
    told = {LAUNCHER: "\n".join(launcher), SLOWER: str(slower)}
    told |= {THROUGH_SHELL: "1"} if through_shell else {}
    return told | ({EMULATED: "1"} if emulated else {})


def launched(command: list[str], env: dict[str, str]) -> list[str]:
    """The command that runs a program of the runtime under test, here or on its own machine."""
    launcher = env.get(LAUNCHER, "")
    if not launcher:
        return command
    if env.get(THROUGH_SHELL):
        import shlex

        handed = [f"{name}={env[name]}" for name in sorted(env) if name.startswith(HANDED_ON)]
        command = [shlex.quote(word) for word in ("env", *handed, *command)]
    return [*launcher.split("\n"), *command]


class Program:
    """A started program in a session of its own, with its output on one pipe."""

    def __init__(self, command: list[str], env: dict[str, str], cpu_limit: float) -> None:
        self.output = bytearray()
        self.truncated = False
        self.pipe, write_end = os.pipe()
        null = os.open(os.devnull, os.O_RDONLY)
        actions = [
            (os.POSIX_SPAWN_DUP2, null, 0),
            (os.POSIX_SPAWN_DUP2, write_end, 1),
            (os.POSIX_SPAWN_DUP2, write_end, 2),
        ]
        if cpu_limit:
            import resource

            limit = int(cpu_limit)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        self.began = time.monotonic()
        env = with_parts(env)
        command = launched(command, env)
        try:
            self.pid = os.posix_spawnp(
                command[0], command, env, file_actions=actions, setsid=True, setsigdef=IGNORED
            )
        finally:
            os.close(write_end)
            os.close(null)
        os.set_blocking(self.pipe, False)

    def drain(self) -> bool:
        """Reads the program's output; false at its end."""
        while True:
            try:
                data = os.read(self.pipe, 65536)
            except BlockingIOError:
                return True
            if not data:
                return False
            room = OUTPUT_LIMIT - len(self.output)
            self.output += data[:room]
            self.truncated = self.truncated or len(data) > room

    def kill(self) -> None:
        try:
            os.killpg(self.pid, SIGKILL)
        except ProcessLookupError:
            pass

    def wait(self, timeout: float) -> tuple[int, bool]:
        """The status as from waitpid, and whether the program was killed; leaves nothing running."""
        watch = os.pidfd_open(self.pid)
        poll = select.poll()
        poll.register(watch, select.POLLIN)
        poll.register(self.pipe, select.POLLIN)
        deadline = self.began + timeout
        ended = open_output = True
        ended = False
        timed_out = False
        while not ended or open_output:
            left = deadline - time.monotonic()
            if left <= 0:
                timed_out = not ended
                break
            for descriptor, _ in poll.poll(left * 1000):
                if descriptor == self.pipe and not self.drain():
                    open_output = False
                    poll.unregister(self.pipe)
                elif descriptor == watch:
                    ended = True
                    poll.unregister(watch)
                    deadline = min(deadline, time.monotonic() + GRACE)
        self.kill()
        if open_output:
            self.drain()
        os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        leftovers.forget_process(self.pid)
        return os.waitpid(self.pid, 0)[1], timed_out
