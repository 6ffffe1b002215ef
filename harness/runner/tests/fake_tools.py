"""A build folder whose tools are small scripts: a trace is a folder that says how it is judged."""

import json
import os
import sys
from pathlib import Path
from typing import Any

VALIDATE = """\
import json, os, sys
words = sys.argv[1:]
take = lambda name: words[words.index(name) + 1]
profile, out = take("--profile"), take("--json")
trace = [w for i, w in enumerate(words) if i == 0 or not words[i - 1].startswith("--")]
trace = [w for w in trace if not w.startswith("--")][0]
try:
    data = json.load(open(os.path.join(trace, "metadata")))
except (OSError, ValueError):
    print(f"{trace} is not a trace", file=sys.stderr)
    sys.exit(2)
data["profile"] = profile
json.dump(data, open(out, "w"))
sys.exit(any(f["severity"] == "error" for f in data["findings"]))
"""

# A program under the checker: writes the trace that its argument holds, then ends as told.
PROGRAM = """\
import json, os, signal, sys, time
what = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
if "trace" in what and os.environ.get("OMP_TOOL") == "enabled":
    os.makedirs(os.environ["OMPT_CTS_TRACE"] + "/info")
    open(os.environ["OMPT_CTS_TRACE"] + "/info/state", "wb").write(b"MT-CTS01" + bytes(24))
    own = {k: v for k, v in os.environ.items() if k.startswith("OMPT_CTS_") and k[9:] != "TRACE"}
    what["trace"]["environment"] |= own | {"process": str(os.getpid())}
    json.dump(what["trace"], open(os.environ["OMPT_CTS_TRACE"] + "/metadata", "w"))
print(what.get("say", "hello"), flush=True)
time.sleep(what.get("sleep", 0))
probes = os.environ.get("OMPT_CTS_PROBES") if os.environ.get("OMP_TOOL") == "enabled" else ""
if probes and os.environ.get("OMPT_CTS_SAMPLE", "0") != "0":
    probes += " and samples"
if "null-tool" in os.environ.get("OMP_TOOL_LIBRARIES", ""):
    probes = "nothing"
if "signal" in what and probes in what.get("when", [probes]):
    signal.signal(what["signal"], signal.SIG_DFL)
    os.kill(os.getpid(), what["signal"])
sys.exit(what.get("exit", 0))
"""


VIEW = """\
import json, os, sys
if sys.argv[1] != "--info":
    print("view", *sys.argv[1:])
    sys.exit()
data = json.load(open(os.path.join(sys.argv[2], "metadata")))
trace = data["trace"]
data["environment"].setdefault("process", "1")
data["environment"]["command"] = " ".join(data["environment"].get("command", ["program"]))
print(json.dumps({"environment": data["environment"], "finalized": trace["complete"], "events": 1}))
"""


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{os.path.realpath(sys.executable)}\n{text}")
    path.chmod(0o755)
    return path


def make_build(folder: Path) -> Path:
    """The tools in folder/bin, and folder/bin/program."""
    script(folder / "bin" / "ompt-validate", VALIDATE)
    script(folder / "bin" / "ompt-view", VIEW)
    script(folder / "bin" / "program", PROGRAM)
    for name in ("libompt-checker.so", "libnull-tool.so"):
        (folder / "bin" / name).touch()
    return folder


def write_trace(path: Path, data: dict[str, Any]) -> Path:
    path.mkdir(parents=True)
    (path / "metadata").write_text(json.dumps(data))
    return path
