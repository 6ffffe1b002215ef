"""The tree that `cmake --install` puts into a prefix works there, without the checkout.

    install_test.py CMAKE BUILD PYTHON tree|library

PYTHON has the runner's packages. The prefix has a blank in its path and is not written to. `tree`:
the command and its tools; `library`: a project that finds the package, links the validator and
judges a trace of the synthetic runtime.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def call(*words: str | Path, **variables: str) -> str:
    done = subprocess.run(
        [str(word) for word in words],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def files(folder: Path) -> set[str]:
    return {str(path) for path in folder.rglob("*") if "__pycache__" not in path.parts}


def library(cmake: str, build: Path, prefix: Path, place: Path) -> None:
    source = Path(__file__).with_name("consumer")
    call(cmake, "-S", source, "-B", place, f"-DCMAKE_PREFIX_PATH={prefix}", "-G", "Ninja")
    call(cmake, "--build", place)
    checker = (place / "checker.txt").read_text()
    scenario = source.parents[1] / "faults" / "scenarios" / "ordinary.txt"
    told = {"OMP_TOOL_LIBRARIES": checker, "OMPT_CTS_TRACE": f"{place}/trace"}
    told["OMPT_CTS_PROBES"] = "none"
    call(build / "bin" / "synth-omp", scenario, **told)
    judged = call(place / "consumer", place / "trace")
    assert judged.endswith(" events\n"), judged


def tree(python: str, prefix: Path, home: Path) -> None:
    home.mkdir()
    before = files(prefix)
    assert call(prefix / "bin" / "ompt-cts", "--version").startswith("ompt-cts ")
    for tool in ("ompt-view", "ompt-validate"):
        call(prefix / "bin" / tool, "--help")
    [runner] = prefix.glob("lib*/**/ompt-cts/harness/runner")
    own = {"HOME": str(home), "PYTHONPATH": str(runner), "PYTHONDONTWRITEBYTECODE": "1"}
    own |= {"XDG_CACHE_HOME": "", "OMPT_CTS_BUILD_DIR": "", "OMPT_CTS_CACHE": ""}
    told = call(python, "-m", "ompt_cts", "explain", "parallel-end.paired", **own)
    assert "parallel-end.paired" in told, told
    driver = runner.parents[1] / "devices" / "level-zero"
    assert list(driver.glob("libze_loader.so*")), f"no simulated device in {driver}"
    listed = call(python, "-m", "ompt_cts", "runtimes", **own)
    assert "llvm-19" in listed, listed
    where = "from ompt_cts import paths as p; print(p.build_dir(), p.tools_dir(None), sep='\\n')"
    made, tools = call(python, "-c", where, **own).splitlines()
    assert made.startswith(f"{home}/.cache/ompt-cts/build-"), made
    assert Path(tools) == runner.parents[1] / "bin", tools
    assert files(prefix) == before, files(prefix) - before


def main() -> None:
    cmake, build, python, what = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="a place with blanks ") as temporary:
        prefix, place = Path(temporary) / "prefix", Path(temporary) / "place"
        for component in ("tree", "development"):
            call(cmake, "--install", build, "--prefix", prefix, "--component", component)
        if what == "library":
            library(cmake, Path(build), prefix, place)
        else:
            tree(python, prefix, place)


if __name__ == "__main__":
    main()
