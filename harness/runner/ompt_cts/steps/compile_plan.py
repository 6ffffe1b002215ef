"""The fast half of %cts-compile: parses the command line, and answers from the cache.

compile_run does the work of a miss.
"""

import json
import os
from hashlib import sha256

FORMAT = "5"  # part of every key: change it when the layout of the cache changes
SUFFIXES = {".c": "c", ".cpp": "cxx", ".cc": "cxx", ".cxx": "cxx"}
SUFFIXES.update({s: "fortran" for s in (".f90", ".F90", ".f", ".F", ".f95", ".f03", ".f08")})
WITH_VALUE = {"-I", "-D", "-U", "-L", "-l", "-x", "-include", "-isystem", "-Xlinker", "-T", "-u"}
WITH_VALUE |= {"-Xclang", "-MF", "-MT", "-MQ", "-idirafter", "-iquote", "-Xpreprocessor"}
LINK_ONLY = ("-l", "-L", "-Wl,", "-rdynamic", "-static", "-shared", "-Xlinker", "-u", "-T")
LINKABLE = (".o", ".a", ".so")
FORTRAN_ONLY = {"-cpp"}  # not for the C sources of a Fortran module
INCLUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../suites/include")
NOT_SUPPORTED = 77  # exit code: the runtime lacks a requested feature


def loads(text: str) -> dict:
    """json.loads for an object; ValueError for anything else."""
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


class Job:
    """One parsed command line."""

    def __init__(self) -> None:
        self.runtime = ""
        self.output = ""
        self.lang = "auto"
        self.objects = ""
        self.sources: list[str] = []
        self.compile: list[str] = []
        self.link: list[str] = []
        self.offload = self.no_openmp = self.no_cache = self.print = False


class Failure(Exception):
    """One line for the user, and the exit status."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


def parse(words: list[str]) -> Job:
    job = Job()
    rest = iter(words)
    try:
        for word in rest:
            if word in ("--offload", "--no-openmp", "--no-cache", "--print"):
                setattr(job, word[2:].replace("-", "_"), True)
            elif word == "--runtime-json":
                job.runtime = next(rest)
            elif word == "-o":
                job.output = next(rest)
            elif word in ("--lang", "--objects"):
                setattr(job, word[2:], next(rest))
            elif word.startswith("-"):
                group = [word, next(rest)] if word in WITH_VALUE else [word]
                add_flags(job, group)
            elif word.endswith(LINKABLE) or ".so." in word:
                job.link.append(os.path.abspath(word))
            else:
                job.sources.append(word)
    except StopIteration:
        raise Failure(f"{word} needs a value") from None
    if not (job.runtime and job.output and job.sources):
        raise Failure("needs --runtime-json FILE, a source and -o OUT")
    if job.lang not in ("auto", "c", "cxx", "fortran"):
        raise Failure(f"--lang {job.lang}: use auto, c, cxx or fortran")
    return job


def add_flags(job: Job, group: list[str]) -> None:
    if not group[0].startswith(LINK_ONLY):
        job.compile += group
        if group[0].startswith(("-D", "-U", "-I", "-i", "-x", "-M", "-std")):
            return  # of no use to the linker
    job.link += group


def read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from None


def language(job: Job, source: str) -> str:
    if job.lang != "auto":
        return job.lang
    suffix = os.path.splitext(source)[1]
    if suffix not in SUFFIXES:
        raise Failure(f"{source}: unknown kind of source {suffix!r} (use --lang)")
    return SUFFIXES[suffix]


def modules(text: bytes) -> list[str]:
    """The sources in suites/include of the modules that a Fortran source uses."""
    found = []
    for line in text.splitlines():
        words = line.lower().replace(b",", b" ").split()
        if len(words) > 1 and words[0] == b"use":
            base = os.path.join(INCLUDE, words[1].decode(errors="replace"))
            found += [p for p in (base + ".f90", base + "_fortran.c") if os.path.exists(p)]
    return found


class Plan:
    """The commands for a job, and the key under which their result is kept."""

    def __init__(self, job: Job, runtime: dict) -> None:
        self.runtime = runtime
        self.include = os.path.normpath(INCLUDE)
        self.units: list[tuple[str, str, list[str]]] = []  # source, language, command
        used: set[str] = set()
        sources = [os.path.abspath(s) for s in job.sources]
        for source in sources:
            if language(job, source) == "fortran":
                sources = [*(m for m in modules(read(source)) if m not in sources), *sources]
        self.identity = [
            FORMAT,
            runtime["library_real"],
            runtime.get("interface", ""),
            self.include,
        ]
        self.texts = {source: read(source) for source in sources}
        for source in sources:
            lang = SUFFIXES[".c"] if source.endswith("_fortran.c") else language(job, source)
            used.add(lang)
            self.units.append((source, lang, self.compile_command(job, lang)))
        driver = next(lang for lang in ("fortran", "cxx", "c") if lang in used)
        self.link = self.link_command(job, driver, used)
        commands = [command for _, _, command in self.units]
        wanted = [self.identity, sources, commands, self.link, runtime["environment"]]
        self.key = sha256(repr(wanted).encode())
        for text in self.texts.values():
            self.key.update(sha256(text).digest())

    def compiler(self, lang: str) -> str:
        compiler = self.runtime["compilers"].get(lang)
        if not compiler:
            name = {"cxx": "C++", "fortran": "Fortran"}.get(lang, "C")
            raise Failure(f"{self.runtime['name']} has no {name} compiler here", NOT_SUPPORTED)
        try:
            status = os.stat(compiler["real"])
        except OSError:
            raise Failure(f"{compiler['path']} no longer exists: run ompt-cts runtimes") from None
        self.identity += [compiler["real"], status.st_size, status.st_mtime_ns]
        return compiler["path"]

    def flags(self, job: Job, lang: str, kind: str) -> list[str]:
        if job.no_openmp:
            return list((self.runtime.get("target") or {}).get("flags", []))
        flags = [*self.common(kind), *self.runtime["flags"].get(lang, {}).get(kind, [])]
        if job.offload:
            if not self.runtime["offload"]:
                why = self.runtime["offload_reason"]
                raise Failure(f"{self.runtime['name']} has no offload: {why}", NOT_SUPPORTED)
            flags += self.runtime["offload"]["flags"]
        return flags

    def common(self, kind: str) -> list[str]:
        return self.runtime["flags"].get("all", {}).get(kind, [])

    def compile_command(self, job: Job, lang: str) -> list[str]:
        command = [self.compiler(lang), "-g", *self.flags(job, lang, "compile")]
        if lang != "fortran":
            for folder in self.runtime["include_dirs"]:
                command += ["-isystem", folder]
                self.identity += names_in(folder)  # a new header here hides another one
        own = [flag for flag in job.compile if lang == "fortran" or flag not in FORTRAN_ONLY]
        return [*command, "-I", self.include, *own, *self.last(job)]

    def object_of(self, source: str, command: list[str]) -> str:
        """A name for the object file of these words, the same for all runtimes of a family: its
        releases keep the types and functions that their omp.h declares."""
        headers = {"-isystem", *self.runtime["include_dirs"]}
        words = [word for word in command if word not in headers]
        its = self.runtime["family"], self.runtime["environment"]
        wanted = [os.path.basename(source), words, its]
        return sha256(repr(wanted).encode() + self.texts[source]).hexdigest() + ".o"

    def last(self, job: Job) -> list[str]:
        """A simulated device runs the host's code of a target region, which optimizers remove."""
        simulated = job.offload and (self.runtime["offload"] or {}).get("simulated")
        return ["-O0"] if simulated else []

    def link_command(self, job: Job, driver: str, used: set[str]) -> list[str]:
        command = [self.compiler(driver)]
        folders = self.runtime["library_dirs"]
        command += [f"-L{folder}" for folder in folders]
        # DT_RPATH, not DT_RUNPATH: DT_RPATH comes before LD_LIBRARY_PATH and applies to dlopen as well.
        command += ["-Wl,--disable-new-dtags", *(f"-Wl,-rpath,{folder}" for folder in folders)]
        # Otherwise GNU ld reads all libraries that libomptarget.so needs: LLVM's take it 0.3 s.
        command += ["-Wl,--allow-shlib-undefined"]
        extra = ["-lstdc++"] if driver == "fortran" and "cxx" in used else []
        return [*command, "{objects}", *job.link, *extra, *self.flags(job, driver, "link")]


def cache_folder(runtime_json: str) -> str:
    own = os.environ.get("OMPT_CTS_COMPILE_CACHE")
    return own or os.path.join(os.path.dirname(os.path.abspath(runtime_json)), "compile-cache")


def names_in(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def digest(path: str) -> str:
    with open(path, "rb") as file:
        return sha256(file.read()).hexdigest()


def libraries(runtime: dict) -> dict[str, str]:
    """The digests of the runtime's libraries, which could have what a link lacks."""
    found = {runtime["library_real"]}
    for folder in runtime["library_dirs"]:
        names = names_in(folder)
        found |= {os.path.join(folder, name) for name in names if name.startswith("libomp")}
    return {path: digest(path) for path in sorted(found) if os.path.isfile(path)}


def cached(entry: str, runtime: dict) -> bytes | None:
    """The cached program, if all its input files are unchanged; Failure if the runtime did not
    support the program, and its libraries are unchanged as well."""
    try:
        with open(entry + ".json", encoding="utf-8") as file:
            record = loads(file.read())
        if any(digest(path) != before for path, before in record["files"].items()):
            return None
        if "lacks" in record and record["libraries"] == libraries(runtime):
            raise Failure(record["lacks"], NOT_SUPPORTED)
        with open(f"{entry}.{record['program']}", "rb") as file:
            return file.read()
    except (OSError, ValueError, KeyError):
        return None


def put(path: str, data: bytes, mode: int = 0o644) -> None:
    """Writes a file whole or not at all: other processes may read, run or write it meanwhile."""
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            file.write(data)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror}") from None


def plan_for(job: Job) -> Plan:
    try:
        return Plan(job, loads(read(job.runtime).decode()))
    except ValueError:
        raise Failure(f"{job.runtime} is not a runtime's JSON") from None
