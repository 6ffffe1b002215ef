"""A runtime given by paths and flags, on the command line or in the environment."""

import glob
import hashlib
import os
import platform
import shlex

from ompt_cts.errors import UserError
from ompt_cts.runtime.description import Description, Flags, Offload

# The properties that OMPT_CTS_RUNTIME_<NAME> or --<name> can give.
HELP = {
    "library": "the runtime's library, in place of a name",
    "cc": "with --library: C compiler",
    "cxx": "with --library: C++ compiler",
    "fc": "with --library: Fortran compiler",
    "cflags": "with --library: flags for OpenMP (default --cflags=-fopenmp; for clang -fopenmp=NAME)",
    "ldflags": "with --library: further flags for linking, such as --ldflags=-lm",
    "include": "with --library: the folder with omp.h (default: searched near the library)",
    "offload_flags": "with --library: flags for target regions, such as --offload-flags=-fopenmp-targets=…",
}
# The places of omp.h relative to the library: installed, in a build tree of LLVM, in a compiler.
HEADERS = (
    *(".", "include", "../include", "../src", "../runtime/src"),
    *("../runtimes/runtimes-bins/openmp/runtime/src", "../projects/openmp/runtime/src"),
    *("../lib/clang/*/include", "clang/*/include", "../../include", "../opt/compiler/include"),
)
COMPILERS_OWN = ("/usr/include", "/usr/local/include")  # searched anyway


def option(name: str) -> str:
    return "--" + name.replace("_", "-")


def header_folder(library: str) -> str:
    """The folder with the omp.h of a library; empty: the compiler's own header serves."""
    for folder in dict.fromkeys(map(os.path.dirname, (library, os.path.realpath(library)))):
        for place in HEADERS:
            for found in sorted(glob.glob(os.path.join(glob.escape(folder), place, "omp.h"))):
                where = os.path.normpath(os.path.dirname(found))
                return "" if where in COMPILERS_OWN else where
    return ""


def openmp_flag(library: str, cc: str) -> str:
    """The flag that makes the compiler use OpenMP with this library: clang links another one by
    default if it was built so, and libomp if libiomp5 is given."""
    stem = os.path.basename(library).partition(".so")[0]
    by_name = "clang" in os.path.basename(cc) and stem in ("libomp", "libiomp5")
    return f"-fopenmp={stem}" if by_name else "-fopenmp"


def offload_flags(library: str, cc: str) -> list[str]:
    """The flags for clang's host device, if a device library lies beside the library."""
    beside = glob.glob(os.path.join(glob.escape(os.path.dirname(library)), "libomptarget.so*"))
    known = beside and "clang" in os.path.basename(cc)
    return [f"-fopenmp-targets={platform.machine()}-pc-linux-gnu"] if known else []


def from_values(values: dict[str, str], source: str, name: str = "") -> Description:
    """The description that paths and flags give. Without a name it gets a unique one, so that the
    results of two libraries go to two folders."""
    library = os.path.abspath(values.get("library", ""))
    cc = values.get("cc") or "clang-19"
    flags = shlex.split(values.get("cflags") or openmp_flag(library, cc))
    link = shlex.split(values.get("ldflags") or "")
    guess = cc.replace("clang", "clang++") if "clang" in cc else cc.replace("gcc", "g++")
    target = shlex.split(values.get("offload_flags") or "") or offload_flags(library, cc)
    folder = glob.escape(os.path.dirname(library))
    offload = Offload(target, "", [f"{folder}/libomptarget.so*"]) if target else None
    include = os.path.abspath(values["include"]) if values.get("include") else ""
    if include and not os.path.exists(f"{include}/omp.h"):
        raise UserError(f"--include {include}: the folder has no omp.h")
    given = {key: values[key] for key in HELP if values.get(key)} | {"library": library}
    if include:
        given["include"] = include
    words = [f"{option(key)}={value}" for key, value in given.items()]
    mark = hashlib.sha256(repr(words).encode()).hexdigest()[:8]
    stem = os.path.basename(library).partition(".so")[0]
    return Description(
        name=name or f"{''.join(c for c in stem if c.isalnum() or c in '-._')}-{mark}",
        title=f"{library} with {cc}",
        family="custom",
        source=source,
        library=[library],
        compilers={
            "c": [cc],
            "cxx": [values.get("cxx") or guess],
            "fortran": [values["fc"]] if values.get("fc") else [],
        },
        include_dirs=[glob.escape(include)] if include else headers(library),
        flags={"all": Flags(flags, flags + link)},
        offload=offload,
        arguments=words,
    )


def headers(library: str) -> list[str]:
    found = header_folder(library)
    return [glob.escape(found)] if found else []


def from_environment() -> list[Description]:
    """OMPT_CTS_RUNTIME_LIBRARY and its companions describe a runtime named `env`."""
    values = {name: os.environ.get(f"OMPT_CTS_RUNTIME_{name.upper()}", "") for name in HELP}
    if not values["library"]:
        given = [name.upper() for name in HELP if values[name]]
        if given:
            raise UserError(f"OMPT_CTS_RUNTIME_{given[0]} needs OMPT_CTS_RUNTIME_LIBRARY as well")
        return []
    return [from_values(values, "OMPT_CTS_RUNTIME_LIBRARY", "env")]
