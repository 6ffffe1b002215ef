"""Obtains runtimes for testing, each into a folder of its own in the user's cache.

Debian's libomp packages exclude each other, so they are unpacked side by side and never installed.
A [[provision]] step of a description says what to do; the functions at the end implement its kinds.
"""

import contextlib
import fnmatch
import hashlib
import json
import lzma
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT, runtimes_cache
from ompt_cts.progress import Log, say
from ompt_cts.runtime import mends
from ompt_cts.runtime.description import Description
from ompt_cts.setup import provision
from ompt_cts.system import calls

Step = dict[str, Any]

# Debian's archive keeps one upstream tarball for several releases; the first with it serves.
SOURCE_SUITES = (
    ("debian-security", "bookworm-security"),
    ("debian", "bookworm"),
    ("debian", "trixie"),
    ("debian", "sid"),
)
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


def stamp_of(steps: list[Step]) -> str:
    """Changes with the steps, and with what the mends that they apply change in the library."""
    text = json.dumps(steps, sort_keys=True)
    applied = [mends.load(step["mends"]) for step in steps if "mends" in step]
    built = "".join(repr(mend.built()) for found in applied for mend in found.values())
    return hashlib.sha256(f"{text}{built}".encode()).hexdigest()


def is_obtained(name: str, steps: list[Step]) -> bool:
    stamp = runtimes_cache() / name / ".provisioned"
    return stamp.is_file() and stamp.read_text() == stamp_of(steps)


def obtain(what: Description, force: bool = False) -> bool:
    """Executes the steps of a description; False if they were executed before. UserError without steps."""
    wanted = what.provisions()
    if not wanted:
        raise UserError(f"{what.name}: its description does not say how to obtain it")
    missing = {
        name: steps for name, steps in wanted.items() if force or not is_obtained(name, steps)
    }
    for name, steps in missing.items():
        carry_out(name, steps)
    return bool(missing)


def carry_out(name: str, steps: list[Step]) -> None:
    """Executes the steps in the cache's folder of this name. All or nothing."""
    target = runtimes_cache() / name
    say(f"obtaining {name} into {target}")
    work = runtimes_cache() / f".{name}.{os.getpid()}"
    shutil.rmtree(work, ignore_errors=True)
    tree = work / "tree"
    tree.mkdir(parents=True)
    log = Log(runtimes_cache() / f"{name}.log")
    try:
        for number, step in enumerate(steps):
            scratch = work / f"step{number}"
            scratch.mkdir()
            KINDS[step["kind"]](step, tree, scratch, log)
        (tree / ".provisioned").write_text(stamp_of(steps))
        shutil.rmtree(target, ignore_errors=True)
        tree.rename(target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


# Debian packages, unpacked side by side


def debian_packages(step: Step, tree: Path, scratch: Path, log: Log) -> None:
    need_tools("apt-get", "dpkg")
    names = step["packages"]
    if log.run(["apt-get", "download", *names], "apt-get download", cwd=scratch, check=False):
        if calls.is_root():  # the machine may never have fetched its package lists
            log.run(["apt-get", "update"], "apt-get update", check=False)
        log.run(["apt-get", "download", *names], "apt-get download", cwd=scratch)
    for package in sorted(scratch.glob("*.deb")):
        log.run(["dpkg", "-x", str(package), str(tree)], f"unpack {package.name.split('_')[0]}")
    link_together(tree)


def debian_install(step: Step, tree: Path, scratch: Path, log: Log) -> None:
    """The packages that only the system's package manager can bring: cross compilers, emulators."""
    del tree, scratch
    packages = [provision.Package(name, "", "") for name in step["packages"]]
    command = ["dpkg-query", "--show", *step["packages"]]
    if shutil.which("dpkg-query") and not log.run(command, "dpkg-query", check=False):
        return
    if not provision.can_install():
        raise UserError(f"as root: {provision.install_command(packages)}")
    provision.apt_install(packages, log)


def debian_sysroot(step: Step, tree: Path, scratch: Path, log: Log) -> None:
    """Packages of another architecture and, where it names one, another release, as a root folder:
    compilers take headers and libraries from there, and an emulator the loader."""
    need_tools("apt-get", "dpkg")
    suite = step["suite"]
    apt = private_apt(scratch / "apt", f"deb [signed-by={KEYRING}] {mirror()}debian {suite} main")
    apt += [f"-oAPT::{key}={step['architecture']}" for key in ("Architecture", "Architectures")]
    apt += [f"-oDir::State::status={scratch / 'apt' / 'status'}"]
    (scratch / "apt" / "status").touch()
    log.run([*apt, "update"], f"packages of {suite} for {step['architecture']}")
    log.run([*apt, "download", *step["packages"]], "apt-get download", cwd=scratch)
    for package in sorted(scratch.glob("*.deb")):
        unpack = ["dpkg", "--fsys-tarfile", str(package)]
        with tempfile.TemporaryFile() as archive:
            subprocess.run(unpack, stdout=archive, check=True)
            archive.seek(0)
            # Into the folders to which a link leads, as where /lib is one to /usr/lib.
            command = ["tar", "-x", "--keep-directory-symlink", "-C", str(tree)]
            subprocess.run(command, stdin=archive, check=True)
        keep_links_inside(tree)  # before the next package follows them
    for name in ("lib", "lib64"):  # links of Debian's that no package of these brings
        if (tree / "usr" / name).is_dir() and not (tree / name).exists():
            (tree / name).symlink_to(f"usr/{name}")
    link_together(tree)


def keep_links_inside(tree: Path) -> None:
    """Makes the links of a root folder that lead to this machine's files lead to its own."""
    for path in tree.rglob("*"):
        if path.is_symlink() and os.path.isabs(target := os.readlink(path)):
            path.unlink()
            path.symlink_to(os.path.relpath(tree / target.lstrip("/"), path.parent))


def link_together(tree: Path) -> None:
    """Puts links to the shared libraries of usr/lib/<multiarch> beside LLVM's own.

    LLVM's libraries search each other and offload plugins in $ORIGIN or $ORIGIN/../lib.
    Once installed, these are one folder with the system's; unpacked they must become one.
    """
    for folder in tree.glob("usr/lib/llvm-*/lib"):
        for library in tree.glob("usr/lib/*-linux-gnu/lib*.so*"):
            link = folder / library.name
            if not os.path.lexists(link) and library.exists():
                link.symlink_to(os.path.relpath(library, folder))


# Upstream source as Debian distributes it


def debian_source(step: Step, tree: Path, scratch: Path, log: Log) -> None:
    need_tools("apt-get", "tar", "cmake", "ninja", "clang-19", "clang++-19")
    tarball = fetch_source(step, scratch, log)
    found = mends.load(step["mends"]) if "mends" in step else {}
    tops = {edit.file.partition("/")[0] for one in found.values() for edit in one.edit}
    wanted = {
        *step["members"],
        *tops,
        *(m for one in step.get("further", []) for m in one["members"]),
    }
    members = [f"{top_folder(tarball)}/{name}" for name in sorted(wanted)]
    say(f"unpack {tarball.name}")
    unpack(tarball, members, scratch)
    if found:
        _, misfits = mends.apply(found, scratch)
        if misfits:
            raise UserError(f"not all mends for {step['mends']} fit: {misfits[0]}")
    for built in (step, *step.get("further", [])):
        build(built, tree / step["into"], scratch, log)


def build(step: Step, into: Path, source: Path, log: Log) -> None:
    """Builds a target of the unpacked sources. Packages that only the build needs are not kept."""
    needed, build = source / "packages", source / f"build-{step['target']}"
    if "packages" in step:
        downloads = source / "downloads"
        downloads.mkdir()
        debian_packages(step, needed, downloads, log)
        for path in needed.rglob("*.cmake"):  # as if the packages were installed
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace(";/usr/lib/", f";{needed}/usr/lib/"), encoding="utf-8")
    places = {"{scratch}": str(source), "{packages}": str(needed), "{into}": str(into)}
    configure = ["cmake", "-S", str(source / step["source"]), "-B", str(build), "-G", "Ninja"]
    configure += ["-DCMAKE_C_COMPILER=clang-19", "-DCMAKE_CXX_COMPILER=clang++-19"]
    for option in step["cmake"]:
        for name, place in places.items():
            option = option.replace(name, place)
        configure.append(option)
    log.run(configure, f"configure {step['source']}")
    jobs = str(calls.processors())
    command = ["cmake", "--build", str(build), "-j", jobs, "--target", step["target"]]
    log.run(command, f"build {step['source']}")
    install(build, into)


def unpack(tarball: Path, members: list[str], into: Path) -> None:
    """Unpacks members of a .tar.xz without their top folder. tar alone would need a program xz."""
    command = ["tar", "-x", "--strip-components=1", "-C", str(into), *members]
    with lzma.open(tarball) as source, subprocess.Popen(command, stdin=subprocess.PIPE) as tar:
        assert tar.stdin
        with contextlib.suppress(BrokenPipeError):  # tar has said why
            shutil.copyfileobj(source, tar.stdin, 1 << 20)
    if tar.returncode:
        raise UserError(f"tar cannot unpack {tarball.name}")


def top_folder(tarball: Path) -> str:
    """The one folder in Debian's orig tarballs, named like the tarball."""
    return tarball.name.removesuffix(".orig.tar.xz")


def install(build: Path, into: Path) -> None:
    """Copies the results of an OpenMP build: libraries with their links, and the headers."""
    (into / "lib").mkdir(parents=True, exist_ok=True)
    (into / "include").mkdir(parents=True, exist_ok=True)
    for path in sorted(build.rglob("lib*.so*")):
        link = into / "lib" / path.name
        link.unlink(missing_ok=True)
        shutil.copy2(path, link, follow_symlinks=False)
    for pattern in ("omp.h", "omp-tools.h", "ompt.h", "ompx.h", "omp_lib.*"):
        for path in build.rglob(pattern):
            shutil.copy2(path, into / "include" / path.name)
    soname = into / "lib" / "libomp.so.5"  # the name that Debian's LLVM libraries load
    if not os.path.lexists(soname):
        soname.symlink_to("libomp.so")


def fetch_source(step: Step, scratch: Path, log: Log) -> Path:
    """The upstream tarball with the checksum of the description, by apt from a deb-src entry."""
    for archive, suite in SOURCE_SUITES:
        source = f"deb-src [signed-by={KEYRING}] {mirror()}{archive} {suite} main"
        apt = private_apt(scratch / "apt", source)
        if log.run([*apt, "update"], f"sources of {suite}", check=False):
            continue
        fetch = [*apt, "source", "--download-only", "--tar-only", step["package"]]
        log.run(fetch, f"{step['package']} of {suite}", cwd=scratch, check=False)
        for tarball in scratch.glob("*.orig.tar.*"):
            with tarball.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
            if found == step["sha256"]:
                return tarball
            say(f"{tarball.name} of {suite} is not the release that the description names")
            tarball.unlink()
    raise UserError(f"no Debian archive gave {step['package']}; the attempts are in {log.path}")


def private_apt(folder: Path, source: str) -> list[str]:
    """apt-get with a source of its own: the system's configuration stays unchanged."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "lists" / "partial").mkdir(parents=True)
    (folder / "cache" / "archives" / "partial").mkdir(parents=True)
    (folder / "own.list").write_text(f"{source}\n")
    options = {
        "Dir::Etc::sourcelist": folder / "own.list",
        "Dir::Etc::sourceparts": os.devnull,
        "Dir::State::lists": folder / "lists",
        "Dir::Cache": folder / "cache",
        "APT::Sandbox::User": "root" if calls.is_root() else "",
    }
    return ["apt-get", "-q", *(f"-o{key}={value}" for key, value in options.items() if value)]


def mirror() -> str:
    """The mirror that this machine's apt uses for Debian itself, up to the archive's name."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    for uri in listed.split():
        if uri.rstrip("/").endswith("/debian"):
            return uri.rstrip("/").removesuffix("debian")
    raise UserError("apt knows no Debian mirror: run apt-get update, then try again")


# A wheel from PyPI


def pypi(step: Step, tree: Path, scratch: Path, log: Log) -> None:
    pip = [sys.executable, *"-P -m pip --disable-pip-version-check download --no-deps".split()]
    wanted = f"{step['package']}=={step['version']}"
    command = [*pip, "--only-binary", ":all:", "-d", str(scratch), wanted]
    log.run(command, f"pip download {wanted}")
    wheels = list(scratch.glob("*.whl"))
    if not wheels:
        raise UserError(f"pip downloaded no wheel of {wanted}; its output is in {log.path}")
    into = tree / step["into"]
    into.mkdir(parents=True, exist_ok=True)
    found = 0
    with zipfile.ZipFile(wheels[0]) as wheel:
        for entry in wheel.infolist():
            if any(fnmatch.fnmatch(entry.filename, pattern) for pattern in step["files"]):
                folder = into / ("include" if entry.filename.endswith(".h") else "lib")
                folder.mkdir(exist_ok=True)
                (folder / Path(entry.filename).name).write_bytes(wheel.read(entry))
                found += 1
    if not found:
        raise UserError(f"{wheels[0].name} has none of {', '.join(step['files'])}")


# A file of this project, compiled by a compiler that an earlier step obtained


def compile_source(step: Step, tree: Path, scratch: Path, log: Log) -> None:
    compiler = tree / step["compiler"]
    if not compiler.exists():
        raise UserError(f"no earlier step has obtained {step['compiler']}")
    into = tree / step["into"]
    into.parent.mkdir(parents=True, exist_ok=True)
    command = [str(compiler), *step["flags"], "-c", str(ROOT / step["source"]), "-o", str(into)]
    log.run(command, f"compile {step['source']}", cwd=scratch)


def need_tools(*names: str) -> None:
    for name in names:
        if not shutil.which(name):
            raise UserError(f"{name} is needed for that and is not installed")


KINDS: dict[str, Callable[[Step, Path, Path, Log], None]] = {
    "compile": compile_source,
    "debian-install": debian_install,
    "debian-packages": debian_packages,
    "debian-sysroot": debian_sysroot,
    "debian-source": debian_source,
    "pypi": pypi,
}
