"""Runs Python with the given words where perf_event_open is refused, as in most containers (seccomp)."""

import ctypes
import errno
import os
import struct
import sys

from ompt_cts.system.mapped import CALL

NO_NEW_PRIVS, SECCOMP, FILTER = 38, 22, 2  # prctl
LOAD, EQUAL, RETURN, ALLOW, ERROR = 0x20, 0x15, 0x06, 0x7FFF0000, 0x00050000

number = CALL[os.uname().machine]
steps = [(LOAD, 0, 0, 0), (EQUAL, 0, 1, number), (RETURN, 0, 0, ERROR | errno.EPERM)]
code = b"".join(struct.pack("=HBBI", *step) for step in (*steps, (RETURN, 0, 0, ALLOW)))
program = ctypes.create_string_buffer(
    struct.pack("@HP", len(code) // 8, ctypes.addressof(held := ctypes.create_string_buffer(code)))
)
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(SECCOMP, FILTER, program):
    sys.exit(f"no seccomp: {os.strerror(ctypes.get_errno())}")
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
