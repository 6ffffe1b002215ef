"""ReFrame checks of OpenMP runtimes' tools interface (docs/clusters.md).

    reframe -C SITE.py -c reframe_ompt_cts.py -r

Each runtime is judged on every partition and in every programming environment that is valid for it, in
as many parts as OMPT_CTS_SHARDS says, which the site's scheduler runs side by side; OmptRun puts them
together. It passes if the outcome is as expected; how many rules are broken, known or not, is a performance
figure. OmptCorpus judges folders of programs. What to judge comes from the environment:

    OMPT_CTS            the command, best of a wheel or prefix that all nodes see (ompt-cts)
    OMPT_CTS_JUDGE      runtimes or description files, separated by commas (llvm-19)
    OMPT_CTS_LIBRARY    a library instead, with the C compiler of the programming environment
    OMPT_CTS_SHARDS     parts of a run (1)
    OMPT_CTS_FOLDERS    folders for OmptCorpus, separated by colons (none)
    OMPT_CTS_OPTIONS    more options of `ompt-cts run`, as --profile=6.0
"""

import json
import os
import shlex

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import (
    fixture,
    parameter,
    performance_function,
    run_after,
    run_before,
    sanity_function,
)

RUNTIMES = os.environ.get("OMPT_CTS_JUDGE", "llvm-19").split(",")
LIBRARY = os.environ.get("OMPT_CTS_LIBRARY", "")
SHARDS = int(os.environ.get("OMPT_CTS_SHARDS", "1"))
FOLDERS = [name for name in os.environ.get("OMPT_CTS_FOLDERS", "").split(":") if name]
OPTIONS = shlex.split(os.environ.get("OMPT_CTS_OPTIONS", ""))


class Ompt(rfm.RunOnlyRegressionTest):
    """The common part of all checks."""

    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    time_limit = "1h"

    @run_after("init")
    def use_the_command(self):
        self.executable = shlex.quote(os.environ.get("OMPT_CTS", "ompt-cts"))
        self.env_vars = {"OMPT_CTS_BUILD_DIR": "$PWD/ompt-cts-build"}

    def judged(self, runtime):
        """The options that say what is judged."""
        if LIBRARY:
            return ["--library", shlex.quote(LIBRARY), "--cc", self.current_environ.cc]
        return ["--runtime", shlex.quote(runtime)]


class OmptShard(Ompt):
    """One part of a run: it passes if it has left its file, whatever the verdict."""

    runtime = parameter(RUNTIMES if not LIBRARY else ["library"])
    part = parameter(range(1, SHARDS + 1))

    @run_before("run")
    def say_which_part(self):
        self.executable_opts = ["run", *self.judged(self.runtime), *map(shlex.quote, OPTIONS)]
        self.executable_opts += ["--shard", f"{self.part}/{SHARDS}", "--shards", "shards"]

    def file(self):
        return f"{self.stagedir}/shards/shard-{self.part}-of-{SHARDS}.json"

    @sanity_function
    def has_left_its_part(self):
        return sn.path_isfile(self.file())


@rfm.simple_test
class OmptRun(Ompt):
    """The parts of one runtime put together, and the verdict."""

    runtime = parameter(RUNTIMES if not LIBRARY else ["library"])
    parts = fixture(OmptShard, scope="environment", action="join")

    @run_before("run")
    def name_the_parts(self):
        files = [part.file() for part in self.parts if part.runtime == self.runtime]
        self.executable_opts = ["report", *map(shlex.quote, files), "--json", "report.json"]
        self.executable_opts += ["--html", "report.html"]
        self.keep_files = ["report.json", "report.html"]

    @sn.deferrable
    def report(self):
        with open(f"{self.stagedir}/report.json", encoding="utf-8") as file:
            return json.load(file)

    @sanity_function
    def is_as_expected(self):
        answer = self.report()["as_expected"]
        new = sn.extractall(r"(?m)^  (\S+) \([\d.]+\): .*", self.stdout, 1)
        return sn.assert_eq(answer["verdict"], "as-expected", msg=f"new: {sn.evaluate(new)}")

    @performance_function("rules")
    def broken(self):
        answer = self.report()["conformance"]
        return sn.len(answer["mandatory"]["broken"]) + sn.len(answer["optional"]["broken"])


@rfm.simple_test
class OmptCorpus(Ompt):
    """All OpenMP programs of a folder: it passes where nothing is found that is not known."""

    runtime = parameter(RUNTIMES if not LIBRARY else ["library"])
    folder = parameter(FOLDERS)

    @run_before("run")
    def say_which_folder(self):
        self.executable_opts = ["check", shlex.quote(self.folder), *self.judged(self.runtime)]
        self.executable_opts += ["--json", "corpus.json"]
        self.keep_files = ["corpus.json"]

    @sanity_function
    def nothing_unexplained(self):
        with open(f"{self.stagedir}/corpus.json", encoding="utf-8") as file:
            result = json.load(file)
        return sn.all([sn.assert_false(result["unexplained"]), sn.assert_true(result["judged"])])
