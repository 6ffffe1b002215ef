"""Runs one program under the checker tool, for record.py, the substitution `%cts-record`.

  record.py --checker=FILE [options] DIR PROGRAM [argument…]

  --exit=N          the program must exit with status N (default 0), or `any`
  --signal=NAME     the program must end by this signal (KILL, ABRT, …)
  --timeout=S       kill the program's whole process group after S seconds (default 30)
  --probes=LEVEL    none, sampled, light or full (OMPT_CTS_PROBES)
  --target=FAMILY   emi or classic (OMPT_CTS_TARGET)
  --sample=RATE     samples a second of each thread (OMPT_CTS_SAMPLE)
  --stacks=all      copies of the stack with every probe (OMPT_CTS_STACKS)
  --perturb=SEED    seeded delays at callbacks (OMPT_CTS_PERTURB); SEED,priorities and SEED,turns
                    let one thread at a time go on
  --no-tool         without the checker tool; no trace is expected

OMP_TOOL and OMP_TOOL_LIBRARIES keep values from an `env` in front. The folder of OMPT_CTS_PARTS comes
last in the program's LD_LIBRARY_PATH. At most 1 GiB of each process is recorded (OMPT_CTS_MAX_TRACE), so
that a test without an end fills no disk. The outcome is written to DIR.record.json: exit status, signal,
timeout, seconds, the names of the traces; for a crash or a hang also its cause (`attribution`) and the
failed assertion (`said`). The program's output is passed on, up to 64 KiB. Exit status: 0 as expected,
1 another status, 124 timeout, 128 + n by signal n.

Every test program starts this, without site-packages: it imports neither json nor signal at the top,
because they take longer than all the rest.
"""

import os
import sys
import time

from ompt_cts.steps import asked, failures, program, trace_folders
from ompt_cts.steps.again import attribute
from ompt_cts.steps.said import assertion, fault, signal_name
from ompt_cts.system import session

TIMEOUT = 30.0  # seconds
MAX_TRACE = "1G"  # of each process, unless OMPT_CTS_MAX_TRACE is set; ten times the largest
STORM = "CTS_STORM"  # the factor by which sampled programs run longer (cts_wants_samples)
REPEAT_SECONDS = 20.0  # or twice the time limit: for finding the cause of a crash
TIMEOUT_STATUS = 124


class Usage(Exception):
    """A mistake in the command line: one line, exit status 2."""


def parse(argv: list[str]) -> tuple[dict[str, str], str, list[str]]:
    known = "checker exit signal timeout probes target sample stacks perturb".split()
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


def environment(
    options: dict[str, str], trace: str, base: dict[str, str] | None = None
) -> dict[str, str]:
    """The program's environment: `base`, or our own, and the checker."""
    env = dict(os.environ if base is None else base)
    env.pop(failures.VARIABLE, None)
    if "no-tool" in options:
        return env
    env.setdefault("OMP_TOOL", "enabled")
    env.setdefault("OMP_TOOL_LIBRARIES", options["checker"])
    env["OMPT_CTS_TRACE"] = trace
    for name in ("probes", "target", "sample", "stacks", "perturb"):
        if name in options:
            env["OMPT_CTS_" + name.upper()] = options[name]
    return env


def outcome(status: int, timed_out: bool, options: dict[str, str]) -> dict[str, object]:
    code = os.waitstatus_to_exitcode(status)
    ended_by = max(0, -code)
    wanted_signal = signal_number(options["signal"]) if "signal" in options else 0
    any_status = options.get("exit") == "any"
    wanted = code if any_status else int(number(options, "exit", 0))
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
        "expected_exit": None if wanted_signal or any_status else wanted,
        "expected_signal": wanted_signal,
        "status": exit_status,
    }


def explain(result: dict[str, object], timeout: float) -> str:
    if result["state"] == "timeout":
        return f"killed after {timeout:g} s"
    if result["state"] == "crash":
        return f"ended by {signal_name(result['signal'])}"
    if result["expected_signal"]:
        return f"exited with {result['exit']} instead of ending by a signal"
    return f"exited with {result['exit']} instead of {result['expected_exit']}"


def time_limit(options: dict[str, str], env: dict[str, str]) -> float:
    """The limit in seconds for a program in this environment."""
    seconds = number(options, "timeout", TIMEOUT)
    for name in (STORM, program.SLOWER):
        longer = env.get(name, "")
        seconds *= int(longer) if longer.isascii() and longer.isdigit() else 1
    return seconds


def run_once(
    command: list[str], options: dict[str, str], env: dict[str, str], trace: str
) -> tuple[session.Program, dict[str, object]]:
    """One run of the program and its outcome; OSError if it cannot be started."""
    timeout = time_limit(options, env)
    started = program.start(command, env)
    try:
        status, timed_out = started.wait(timeout)
    except BaseException:
        started.kill()
        raise
    finally:
        if "OMPT_CTS_TRACE" in env:
            session.kill_escaped(trace)
    result = outcome(status, timed_out, options)
    result["reason"] = "" if result["state"] == "ok" else explain(result, timeout)
    if result["state"] == "crash":
        result["said"] = assertion(bytes(started.output))
        result["fault"] = fault(bytes(started.output))
    result["seconds"] = round(time.monotonic() - started.began, 4)
    return started, result


def record(
    options: dict[str, str], trace: str, command: list[str], base: dict[str, str] | None = None
) -> tuple[dict[str, object], session.Program]:
    """Runs the program to its end, in an environment made from `base`, and writes the outcome to
    DIR.record.json. Usage if it cannot be started, InTheWay if DIR is something else."""
    timeout = time_limit(options, dict(os.environ if base is None else base))
    outcome(0, False, options)  # reports a mistake in --exit or --signal before anything runs
    trace_folders.make_room(trace)

    def its_environment(its_options: dict[str, str], its_trace: str) -> dict[str, str]:
        env = environment(its_options, its_trace, base)
        env.setdefault("OMPT_CTS_MAX_TRACE", MAX_TRACE)
        return env

    env = its_environment(options, trace)
    try:
        started, result = run_once(command, options, env, trace)
    except OSError as error:
        trace_folders.release(trace)
        raise Usage(f"cannot run {command[0]}: {error.strerror}") from None
    if result["state"] != "ok" and "no-tool" not in options:

        def again(env: dict[str, str], its_trace: str) -> dict[str, object]:
            return run_once(command, options, env, its_trace)[1]

        seconds = max(REPEAT_SECONDS, 2 * timeout)
        result = attribute(trace, options, again, result, seconds, its_environment)
    traces = trace_folders.made(trace)
    result.update(
        trace=trace,
        command=command,
        tool="no-tool" not in options,
        traces=traces,
        timeout=timeout,
        output_truncated=started.truncated,
    )
    result.setdefault("settings", asked.of(env))
    folder = os.path.dirname(trace)
    trace_folders.forget_images(os.path.join(folder, name) for name in traces)
    trace_folders.write_json(trace + trace_folders.RECORD, result)
    trace_folders.release(trace)
    return result, started


def main(argv: list[str]) -> int:
    options, trace, command = parse(argv)
    result, started = record(options, os.path.abspath(trace), command)
    sys.stdout.buffer.write(started.output)
    sys.stdout.buffer.flush()
    if started.truncated:
        limit = session.OUTPUT_LIMIT
        print(f"\ncts-record: more output was dropped after {limit} bytes", file=sys.stderr)
    for line in told(result):
        print(f"cts-record: {command[0]} {line}", file=sys.stderr)
    return int(str(result["status"]))


def told(result: dict[str, object]) -> list[str]:
    """The lines for a person about a program that did not end as expected."""
    lines = [str(result["reason"])] if result["reason"] else []
    if "attribution" in result:
        lines.append(f"{result['attribution']}: {result['attribution_reason']}")
    return lines


def run(argv: list[str]) -> int:
    try:
        return main(argv)
    except (Usage, trace_folders.InTheWay, OSError) as problem:
        print(f"cts-record: {problem}", file=sys.stderr)
        failures.tell(failures.RECORD, 2, str(problem))
        return 2
    except KeyboardInterrupt:
        return 130
