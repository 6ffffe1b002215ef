"""Native kernels beside OpenMP, on real GPUs: programs are compiled and linked if the toolkits exist,
and run if a device answers.

    python3 harness/devices/native.py BUILD cuda|hip

The program (native/interop.c, native/kernel.cu) and the witness, a library that reports the driver's
requests to the checker (by CUPTI; by AMD's tools interface), are compiled with the tools of this
machine. Then the program runs under the checker with the witness, and its trace is judged. Exit status
77, with the reason, if a toolkit is missing or no device answers; 1 if something does not compile or
link, a result is wrong, or witness and callbacks disagree.

CUDAToolkit_ROOT (CUDA_HOME) and ROCM_PATH name the toolkits, by default in /usr/local/cuda and /usr.
CTS_GPU_ARCH names the target; the default is the device that answers, else sm_80 or gfx90a."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent / "native"
sys.path.insert(0, str(ROOT / "harness" / "runner"))

from ompt_cts.errors import UserError
from ompt_cts.paths import runtimes_cache
from ompt_cts.runtime import gpus, runtimes
from ompt_cts.steps import tools

SKIPPED = 77
AMD = "llvm-19@amd-gpu"  # its description names the source of HIP
WITNESSED = {"data-op.bytes", "data-op.pairing", "submit.count"}


class Lacking(Exception):
    """A missing part of this machine, which a person may install."""


def there(what: str, *candidates: Path) -> Path:
    for path in candidates:
        if path.exists():
            return path
    raise Lacking(f"{what} is not there ({candidates[0]})")


def command(name: str, *folders: Path) -> str:
    path = os.pathsep.join([*map(str, folders), os.environ["PATH"]])
    found = shutil.which(name, path=path)
    if not found:
        raise Lacking(f"{name} is not installed")
    return found


@dataclass
class Kit:
    """Command lines for one vendor's devices, and the needs of a running program."""

    kernel: list[str]
    offload: list[str]
    link: list[str]
    witness: list[str]  # words after the compiler's name
    loads_witness: str
    environment: dict[str, str]


def cuda(llvm: Path) -> Kit:
    root = Path(
        os.environ.get("CUDAToolkit_ROOT") or os.environ.get("CUDA_HOME", "/usr/local/cuda")
    )
    arch = next(iter(gpus.architectures("nvidia")), "sm_80")
    nvcc = command("nvcc", root / "bin")
    cupti = there("CUPTI", root / "include/cupti.h", root / "extras/CUPTI/include/cupti.h").parent
    library = there(
        "CUPTI's library", root / "lib64/libcupti.so", root / "extras/CUPTI/lib64/libcupti.so"
    ).parent
    device_library = there(
        "LLVM's device library", llvm / f"lib/libomptarget-nvptx-{arch}.bc"
    ).parent
    folders = {str(root / "lib64"), str(library)}
    return Kit(
        kernel=[nvcc, f"-arch={arch}"],
        offload=[
            *("-fopenmp-targets=nvptx64-nvidia-cuda", f"--offload-arch={arch}"),
            *(f"--cuda-path={root}", f"--libomptarget-nvptx-bc-path={device_library}"),
        ],
        link=[*(f"-L{folder}" for folder in sorted(folders)), "-lcudart"],
        witness=[
            *(f"-I{cupti}", f"-I{root}/include", str(HERE / "cupti_witness.cpp")),
            *(f"-L{library}", "-lcupti"),
        ],
        loads_witness="CUDA_INJECTION64_PATH",
        environment={"LD_LIBRARY_PATH": os.pathsep.join(sorted(folders))},
    )


def hip(llvm: Path, folder: Path) -> Kit:
    obtained = runtimes_cache() / AMD / "usr"
    known = os.environ.get("ROCM_PATH") or (obtained if obtained.is_dir() else "/usr")
    root = Path(known)
    arch = next(iter(gpus.architectures("amd")), "gfx90a")
    there(f"HIP (ompt-cts runtimes --provision {AMD})", root / "include/hip/hip_runtime.h")
    headers = there("HSA's header for tools", root / "include/hsa/hsa_api_trace.h").parent
    libraries = there(
        "HIP's library", root / "lib/x86_64-linux-gnu/libamdhip64.so", root / "lib/libamdhip64.so"
    ).parent
    bitcode = there("ROCm's device library", libraries / "amdgcn/bitcode", root / "amdgcn/bitcode")
    # The compiler finds it in PATH: one of the same release understands the compiler's output.
    linker = there(
        f"lld of {llvm.name}", llvm / "bin/ld.lld", root / f"lib/{llvm.name}/bin/ld.lld"
    ).parent
    os.environ["PATH"] = f"{linker}{os.pathsep}{os.environ['PATH']}"
    (folder / "inc").unlink(missing_ok=True)
    (folder / "inc").symlink_to(headers)  # hsa_api_trace.h expects its folder to have this name
    common = [f"--offload-arch={arch}", f"--rocm-device-lib-path={bitcode}"]
    kernel = [str(llvm / "bin/clang++"), "-x", "hip", f"--rocm-path={root}", *common]
    return Kit(
        kernel=[*kernel, f"-I{root}/include"],
        offload=["-fopenmp-targets=amdgcn-amd-amdhsa", *common],
        link=[f"-L{libraries}", "-lamdhip64", f"-Wl,-rpath-link,{libraries}"],
        witness=[f"-I{root}/include", f"-I{folder}", str(HERE / "hsa_witness.cpp")],
        loads_witness="HSA_TOOLS_LIB",
        environment={"LD_LIBRARY_PATH": str(libraries)},
    )


def run(words: list[str], what: str) -> None:
    """UserError, with the output, if it fails."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        told = next(
            (line for line in lines if "error" in line or "undefined" in line),
            (lines or ["no reason given"])[0],
        )
        raise UserError(f"{what}: {told}")


def build_all(kit: Kit, llvm: Path, folder: Path) -> tuple[Path, Path]:
    """The program and the witness."""
    kernel, program, witness = folder / "kernel.o", folder / "interop", folder / "libwitness.so"
    run([*kit.kernel, "-c", str(HERE / "kernel.cu"), "-o", str(kernel)], "the native kernel")
    clang = [str(llvm / "bin/clang"), "-fopenmp=libomp", *kit.offload]
    sources = [str(HERE / "interop.c"), str(kernel)]
    rest = [*kit.link, "-lstdc++", f"-Wl,-rpath,{llvm}/lib", "-o", str(program)]
    run([*clang, *sources, *rest], "the program")
    shared = ["c++", "-std=c++20", "-O2", "-fPIC", "-shared", "-Wl,-z,defs", f"-I{ROOT}/harness"]
    common = (ROOT / "harness/devices/witness.cpp", ROOT / "harness/system/linux/checking.cpp")
    run([*shared, *map(str, common), *kit.witness, "-ldl", "-o", str(witness)], "the witness")
    return program, witness


def judge(kit: Kit, program: Path, witness: Path, build: Path, llvm: Path) -> int:
    """Runs the program, and returns its result."""
    trace = program.with_name("trace")
    shutil.rmtree(trace, ignore_errors=True)
    path = [
        kit.environment["LD_LIBRARY_PATH"],
        str(llvm / "lib"),
        os.environ.get("LD_LIBRARY_PATH"),
    ]
    environment = os.environ | {"LD_LIBRARY_PATH": os.pathsep.join(filter(None, path))}
    alone = subprocess.run(
        [str(program)], env=environment, capture_output=True, text=True, check=False
    )
    if alone.returncode == SKIPPED:
        raise Lacking(alone.stderr.strip())
    record = tools.step("record.py")
    record += [f"--checker={tools.checker_library(build)}", str(trace), str(program)]
    environment[kit.loads_witness] = str(witness)
    done = subprocess.run(record, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UserError(f"the program does not compute what it should: {done.stderr.strip()}")
    check = [str(tools.require_tool(build, "ompt-validate")), "--json", "-", str(trace)]
    judged = json.loads(subprocess.run(check, capture_output=True, check=False).stdout)
    if damage := judged["trace"]["damage"]:
        raise UserError(damage)
    broken = {f["rule"]: f["message"] for f in judged["findings"] if f["severity"] == "error"}
    for rule, message in sorted(broken.items()):
        print(f"{rule}: {message}")
    return 1 if WITNESSED & broken.keys() else 0


def main(build: Path, vendor: str) -> int:
    os.environ["OMPT_CTS_BUILD_DIR"] = str(build)
    folder = build / "native" / vendor
    folder.mkdir(parents=True, exist_ok=True)
    default = runtimes.require(runtimes.resolve(runtimes.find_description(runtimes.DEFAULT)))
    llvm = Path(default.library).parents[1]
    try:
        kit = cuda(llvm) if vendor == "cuda" else hip(llvm, folder)
        program, witness = build_all(kit, llvm, folder)
        print(f"{vendor}: kernel, program and witness are compiled and linked")
        return judge(kit, program, witness, build, llvm)
    except Lacking as reason:
        print(f"{vendor}: not run: {reason}")
        return SKIPPED


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2]))
    except UserError as problem:
        print(problem, file=sys.stderr)
        sys.exit(1)
