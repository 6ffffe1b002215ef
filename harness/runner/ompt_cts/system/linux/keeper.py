"""Ends everything that a command has started, even if the command is killed by SIGKILL.

  front      the process that the user started: passes signals on, ends as the command does
  keeper     in a session of its own; orphans below it become its children (a subreaper)
  the command, in the user's session and process group

If the front or the command is killed, the keeper ends everything that is left below it, including
processes that have left its session, its process group and its environment. If the keeper is killed, the
command dies with it, and the front ends the rest. A command that ends in order ends its programs itself;
programs that it leaves on purpose live on, or none with `leave=False`.
"""

import ctypes
import os
import signal
from types import FrameType
from typing import NoReturn

SET_DEATH_SIGNAL, SET_CHILD_SUBREAPER = 1, 36  # prctl
FRONT_IS_GONE = INTERRUPTED = signal.SIGUSR1  # signals to the keeper, and to the command
MOMENT = 5.0  # seconds for a command to end after its front has ended
STOPPED = (130, 143)  # exit codes of a command that was interrupted or ended by SIGTERM
TAKEN = {signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGUSR1}


def keep(leave: bool) -> None:
    """Returns in a process below a keeper. The calling process waits for that process and ends
    alike. The caller must have one thread and empty buffers. If no process can be started, it
    returns in the calling process."""
    background = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    before = signal.pthread_sigmask(signal.SIG_BLOCK, TAKEN)
    reading, writing = os.pipe()
    front = os.getpid()
    adopt_orphans()
    try:
        keeper = os.fork()
    except OSError:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return
    if keeper:
        os.close(writing)
        wait_in_front(keeper, int(os.read(reading, 20) or 0), background)
    prctl(SET_DEATH_SIGNAL, FRONT_IS_GONE)
    adopt_orphans()
    own = os.getpid()
    try:
        command = os.fork()
    except OSError as error:
        os.write(2, f"ompt-cts: error: cannot start a process: {error.strerror}\n".encode())
        os._exit(2)
    if command:
        os.write(writing, str(command).encode())
        leave_the_user()
        wait_as_keeper(command, front, leave)
    os.close(reading)
    os.close(writing)
    prctl(SET_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != own:
        os._exit(2)
    if not background:  # a signal from the keyboard reaches us and the front, which counts it
        signal.signal(signal.SIGINT, ignore)
    signal.signal(INTERRUPTED, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def prctl(what: int, value: int) -> None:
    ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def adopt_orphans() -> None:
    """Orphans below this process become its children (a subreaper), so that it sees their ends."""
    prctl(SET_CHILD_SUBREAPER, 1)


def ignore(number: int, frame: FrameType | None) -> None:
    """Like SIG_IGN, but started programs do not inherit it."""


def wait_in_front(keeper: int, command: int, background: bool) -> NoReturn:
    """Counts each signal once, whether it was sent to this process or to its whole group."""
    while True:
        number = signal.sigwait(TAKEN)
        if number == signal.SIGCHLD:
            pid, status = os.waitpid(keeper, os.WNOHANG)
            if pid:
                if os.WIFSIGNALED(status):
                    end_the_rest()
                os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
        elif command and not (background and number == signal.SIGINT):
            try:
                os.kill(command, INTERRUPTED if number == signal.SIGINT else number)
            except ProcessLookupError:
                pass


def leave_the_user() -> None:
    """Leaves the user's session and process group, and closes the user's files."""
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)


def wait_as_keeper(command: int, front: int, leave: bool) -> NoReturn:
    patience: float | None = None
    while True:
        if patience is None and os.getppid() != front:
            os.kill(command, signal.SIGTERM)
            patience = MOMENT
        status = ended(command)
        if status is not None:
            break
        if patience is None:
            signal.sigwait(TAKEN)
        elif not signal.sigtimedwait(TAKEN, patience):
            status = 0
            break
    code = os.waitstatus_to_exitcode(status)
    if patience is not None or code < 0 or code in STOPPED or not leave:
        end_the_rest()
    os._exit(128 - code if code < 0 else code)


def ended(command: int) -> int | None:
    """The command's status if it has ended; reaps ended orphans."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return None
        if pid == command:
            return status
        if not pid:
            return None


def end_the_rest() -> None:
    from ompt_cts.system import process_table

    process_table.end_all_below(os.getpid())
