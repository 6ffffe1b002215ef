"""The tool that does nothing ends its activity where a program's note asks the checker to.

Otherwise a crash of ompt_finalize_tool, or after it, looks like one that the checker's records cause.
"""

import ctypes
import sys

FINALIZE_TOOL, AFTER = 9, 2  # cts_notes.def
SetCallback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p)
Lookup = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)
Initialize = ctypes.CFUNCTYPE(ctypes.c_int, Lookup, ctypes.c_int, ctypes.c_void_p)
ended: list[bool] = []
entry_points = {
    b"ompt_set_callback": SetCallback(lambda event, callback: 5),
    b"ompt_finalize_tool": ctypes.CFUNCTYPE(None)(lambda: ended.append(True)),
}


@Lookup
def lookup(name: bytes) -> int | None:
    found = entry_points.get(name)
    return ctypes.cast(found, ctypes.c_void_p).value if found else None


tool = ctypes.CDLL(sys.argv[1])  # for itself alone, as a runtime loads it
tool.ompt_start_tool.restype = ctypes.POINTER(ctypes.c_void_p)
initialize = Initialize(tool.ompt_start_tool(202111, b"a runtime")[0])
assert hasattr(ctypes.CDLL(None), "ompt_cts_note")
assert initialize(lookup, 0, None) == 1
for kind, times in ((AFTER, 0), (FINALIZE_TOOL, 1)):
    tool.ompt_cts_note(kind, b"a.c:1", b"", b"", None, ctypes.c_size_t(0), None)
    assert len(ended) == times, (kind, ended)
