"""Finds this machine's GPUs, for the flags of the compilers: LLVM's own programs ask the drivers."""

import glob
import os
import re
import shutil
import subprocess
from functools import cache

ASKED = {"nvidia": "nvptx-arch", "amd": "amdgpu-arch"}
PLACE = re.compile(r"\{(nvidia|amd)-gpu(s?):([^}]*)\}")
VARIABLE = "CTS_GPU_ARCH"  # overrides the detection


@cache
def architectures(vendor: str) -> tuple[str, ...]:
    """Those of the vendor's devices that answer, such as sm_90 or gfx90a, each once; of CTS_GPU_ARCH
    those that are the vendor's."""
    form = re.compile(r"^sm_\d+\w?$" if vendor == "nvidia" else r"^gfx\w+(:[\w+-]+)*$")
    told = os.environ.get(VARIABLE, "").replace(",", "\n")
    name = ASKED[vendor]
    installed = sorted(glob.glob(f"/usr/lib/llvm-*/bin/{name}"))
    program = shutil.which(name) or next(reversed(installed), "")
    if not told and program:
        try:
            done = subprocess.run(
                [program], capture_output=True, text=True, timeout=20, check=False
            )
            told = done.stdout
        except (OSError, subprocess.TimeoutExpired):
            told = ""
    return tuple(dict.fromkeys(line.strip() for line in told.splitlines() if form.match(line)))


def fill(flag: str) -> str:
    """A flag with this machine's devices in the place of {nvidia-gpus:…} or {amd-gpus:…}, and with
    the first one in the place of {nvidia-gpu:…}; without any, the text after the colon, so that
    programs compile on every machine."""
    return PLACE.sub(
        lambda met: ",".join(architectures(met[1])[: None if met[2] else 1]) or met[3], flag
    )
