# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one program under the checker tool: what record.py, the substitution `%cts-record`, does.

    record.py --checker=FILE [options] DIR PROGRAM [argument…]

    --exit=N          the program is meant to exit with status N (default 0)
    --signal=NAME     the program is meant to end by this signal (KILL, ABRT, …)
    --timeout=S       kill the program's whole process group after S seconds (default 30)
    --probes=LEVEL    none, light or full (OMPT_CTS_PROBES)
    --target=FAMILY   emi or classic (OMPT_CTS_TARGET)
    --perturb=SEED    seeded delays at callbacks (OMPT_CTS_PERTURB)
    --no-tool         without the checker tool; no trace is expected
    --cpu-limit=S     the same as a limit on processor seconds (default: none)

What OMP_TOOL and OMP_TOOL_LIBRARIES hold already, from `env` in front, stays. The folder that
OMPT_CTS_PARTS names comes last in the program's LD_LIBRARY_PATH. The outcome is
written to DIR.record.json: exit status, signal, timeout, seconds. The program's output is passed
on, up to 64 KiB. Exit status: 0 as meant, 1 another status, 124 timeout, 128 + n by signal n.

Started for every test program, without site-packages: neither json nor signal is imported at the
top, since they take longer than all the rest.
"""

import os
import select
import sys
import time

if __package__:
    from ompt_cts.steps import leftovers
else:  # started as a script, or imported by one
    import leftovers  # type: ignore[import-not-found,no-redef]

OUTPUT_LIMIT = 64 * 1024
GRACE = 2.0  # seconds that children may outlive the program, or keep its output open
TIMEOUT_STATUS = 124
SIGKILL = 9
PARTS = "OMPT_CTS_PARTS"  # where the parts of the runtime under test find each other (loading.py)


class Usage(Exception):
    """A mistake in the command line: one line, exit status 2."""


def parse(argv: list[str]) -> tuple[dict[str, str], str, list[str]]:
    known = ("checker", "exit", "signal", "timeout", "probes", "target", "perturb", "cpu-limit")
    options: dict[str, str] = {}
    words = list(argv)
    while words and words[0].startswith("--"):
        name, equals, value = words.pop(0)[2:].partition("=")
        if name == "no-tool" and not equals:
            options[name] = "1"
        elif name in known and value:
            options[name] = value
        else:
            raise Usage(f"unknown option or missing value: --{name}")
    if len(words) < 2:
        raise Usage("expected DIR PROGRAM [argument…]")
    if "checker" not in options and "no-tool" not in options:
        raise Usage("--checker=FILE is missing")
    return options, words[0], words[1:]


def number(options: dict[str, str], name: str, default: float) -> float:
    try:
        return float(options.get(name, default))
    except ValueError:
        raise Usage(f"--{name}={options[name]} is not a number") from None


def signal_number(name: str) -> int:
    import signal

    try:
        return int(getattr(signal, "SIG" + name.upper().removeprefix("SIG")))
    except AttributeError:
        raise Usage(f"--signal={name} is not a signal") from None


def remove_tree(path: str) -> None:
    """Like shutil.rmtree, without the time that it takes to import it."""
    if os.path.islink(path) or not os.path.isdir(path):
        os.unlink(path)
        return
    for entry in os.scandir(path):
        if entry.is_dir(follow_symlinks=False):
            remove_tree(entry.path)
        else:
            os.unlink(entry.path)
    os.rmdir(path)


def traces_of(trace: str) -> list[str]:
    """The trace and those of the program's children, DIR.<pid>."""
    folder, name = os.path.split(trace)
    found = []
    try:
        entries = os.listdir(folder or ".")
    except FileNotFoundError:
        return []
    for entry in entries:
        if entry == name or (entry.startswith(name + ".") and entry[len(name) + 1 :].isdigit()):
            found.append(os.path.join(folder, entry))
    return sorted(found)


def clean(trace: str) -> None:
    for path in traces_of(trace):
        remove_tree(path)
    for suffix in (".record.json", ".findings.json"):
        try:
            os.unlink(trace + suffix)
        except FileNotFoundError:
            pass
    os.makedirs(os.path.dirname(trace) or ".", exist_ok=True)


def environment(
    options: dict[str, str], trace: str, base: dict[str, str] | None = None
) -> dict[str, str]:
    env = dict(os.environ if base is None else base)
    if "no-tool" in options:
        return env
    env.setdefault("OMP_TOOL", "enabled")
    env.setdefault("OMP_TOOL_LIBRARIES", options["checker"])
    env["OMPT_CTS_TRACE"] = trace
    for name in ("probes", "target", "perturb"):
        if name in options:
            env["OMPT_CTS_" + name.upper()] = options[name]
    return env


def kill_escaped(trace: str) -> None:
    """Kills descendants that left the program's session: their environment names its trace."""
    if os.environ.get("OMPT_CTS_TRACE") == trace:
        return  # then that of others does, too
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
    """What a program needs to see so that the parts of its runtime find each other."""
    parts = env.get(PARTS, "")
    folders = [entry for entry in env.get("LD_LIBRARY_PATH", "").split(":") if entry]
    if not parts or parts in folders:
        return env
    return {**env, "LD_LIBRARY_PATH": ":".join([*folders, parts])}


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
        try:
            self.pid = os.posix_spawnp(
                command[0], command, with_parts(env), file_actions=actions, setsid=True
            )
        finally:
            os.close(write_end)
            os.close(null)
        os.set_blocking(self.pipe, False)

    def drain(self) -> bool:
        """Takes what the program has written; false at the end of its output."""
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
        """The status as of waitpid, and whether it had to be killed; nothing is left running."""
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


def outcome(status: int, timed_out: bool, options: dict[str, str]) -> dict[str, object]:
    ended_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    code = -1 if ended_by else os.WEXITSTATUS(status)
    wanted_signal = signal_number(options["signal"]) if "signal" in options else 0
    wanted = int(number(options, "exit", 0))
    if timed_out:
        state, exit_status = "timeout", TIMEOUT_STATUS
    elif wanted_signal and ended_by == wanted_signal:
        state, exit_status = "ok", 0
    elif ended_by:
        state, exit_status = "crash", 128 + ended_by
    elif wanted_signal or code != wanted:
        state, exit_status = "exit", 1
    else:
        state, exit_status = "ok", 0
    return {
        "state": state,
        "exit": None if ended_by else code,
        "signal": ended_by,
        "expected_exit": None if wanted_signal else wanted,
        "expected_signal": wanted_signal,
        "status": exit_status,
    }


def explain(result: dict[str, object], timeout: float) -> str:
    if result["state"] == "timeout":
        return f"killed after {timeout:g} s"
    if result["state"] == "crash":
        import signal

        try:
            name = signal.Signals(int(str(result["signal"]))).name
        except ValueError:
            name = f"signal {result['signal']}"
        return f"ended by {name}"
    if result["expected_signal"]:
        return f"exited with {result['exit']} instead of ending by a signal"
    return f"exited with {result['exit']} instead of {result['expected_exit']}"


def to_json(value: object) -> str:
    """json.dumps for what a record holds."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(to_json, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(str(k))}: {to_json(v)}" for k, v in value.items()) + "}"
    return quoted(str(value))


def quoted(text: str) -> str:
    plain = text.isascii() and text.isprintable() and '"' not in text and "\\" not in text
    if plain:
        return f'"{text}"'
    from json import dumps

    return dumps(text)


def write_json(path: str, value: object) -> None:
    temporary = f"{path}.{os.getpid()}"
    with open(temporary, "w", encoding="utf-8") as out:
        out.write(to_json(value))
    os.replace(temporary, path)


def record(
    options: dict[str, str], trace: str, command: list[str], base: dict[str, str] | None = None
) -> tuple[dict[str, object], Program]:
    """Runs the program to its end, in an environment made from `base`, and writes what became of it
    to DIR.record.json. Usage if it cannot be started."""
    timeout = number(options, "timeout", 30.0)
    outcome(0, False, options)  # a mistake in --exit or --signal shows before anything runs
    clean(trace)
    env = environment(options, trace, base)
    try:
        program = Program(command, env, number(options, "cpu-limit", 0))
    except OSError as error:
        raise Usage(f"cannot run {command[0]}: {error.strerror}") from None
    try:
        status, timed_out = program.wait(timeout)
    except BaseException:
        program.kill()
        raise
    finally:
        if "no-tool" not in options:
            kill_escaped(trace)
    result = outcome(status, timed_out, options)
    reason = "" if result["state"] == "ok" else explain(result, timeout)
    result.update(
        trace=trace,
        command=command,
        tool="no-tool" not in options,
        traces=traces_of(trace),
        seconds=round(time.monotonic() - program.began, 4),
        timeout=timeout,
        reason=reason,
        output_truncated=program.truncated,
    )
    write_json(trace + ".record.json", result)
    return result, program


def main(argv: list[str]) -> int:
    options, trace, command = parse(argv)
    result, program = record(options, os.path.abspath(trace), command)
    sys.stdout.buffer.write(program.output)
    sys.stdout.buffer.flush()
    if program.truncated:
        print(f"\ncts-record: the output goes on; only {OUTPUT_LIMIT} bytes kept", file=sys.stderr)
    if result["reason"]:
        print(f"cts-record: {command[0]} {result['reason']}", file=sys.stderr)
    return int(str(result["status"]))


def run(argv: list[str]) -> int:
    try:
        return main(argv)
    except (Usage, OSError) as problem:
        print(f"cts-record: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
