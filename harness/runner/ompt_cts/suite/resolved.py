"""The facts that all tests of a run share, worked out once: `run` writes them into a file for
lit."""

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ompt_cts import catalogue, files
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.runtime import activation, features, runtimes
from ompt_cts.runtime.activation import Activation
from ompt_cts.runtime.description import ON
from ompt_cts.steps import program, tools
from ompt_cts.steps.tools import Tools
from ompt_cts.verdict import identity
from ompt_cts.verdict.evidence import Session
from ompt_cts.verdict.identity import Applied


@dataclass(frozen=True)
class OnDevice:
    """A further device of the runtime, with the differences for its tests."""

    name: str  # as in test names, after descriptions.ON
    runtime_json: str
    features: tuple[str, ...]
    environment: dict[str, str]
    problem: str  # why there is no such device; empty if there is
    simulated: bool = False


WHOLE_TEAMS = "whole_teams"  # a feature check: suites/include/features/
SMALLER = {"OMP_THREAD_LIMIT", "OMP_DYNAMIC"}  # with these a program may get a smaller team


@dataclass(frozen=True)
class Resolved:
    """A runtime that can be judged, with all settings of its tests."""

    runtime: Json  # the form of runtimes.write_json
    profile: str
    expectations: str  # the value of --expectations
    answer: Activation
    known: Applied
    tools: Tools
    features: tuple[str, ...]  # the features for REQUIRES
    environment: dict[str, str]  # of every program
    rules: tuple[str, ...]  # rules that a test may name: the catalogue is slow to read
    devices: tuple[OnDevice, ...] = ()

    @property
    def name(self) -> str:
        return str(self.runtime["name"])

    def notes(self) -> list[str]:
        """Notes for a person before the tests run."""
        told = activation.notes(self.answer)
        for device in self.devices:
            how = f"no tests on {device.name}: {device.problem}"
            told.append(how if device.problem else f"tests for devices also on {device.name}")
        return [f"{self.name}: {note}" for note in told]

    def session(self, results: str = "", resume: bool = False) -> Session:
        return Session(
            runtime=self.name,
            profile=self.profile,
            library=self.runtime["library_real"],
            sha256=self.runtime["sha256"],
            ompt=self.answer.ompt,
            ompt_reason=self.answer.reason,
            no_device=self.answer.device_problem,
            deviations=self.known.deviations,
            results=results,
            resume=resume,
            whole_teams=WHOLE_TEAMS in self.features and not SMALLER & self.environment.keys(),
            simulated=bool((self.runtime.get("offload") or {}).get("simulated")),
        )

    def with_setting(self, setting: str) -> "Resolved":
        """The same with one more variable of the programs, NAME=VALUE, because some deviations show
        only with such settings. An empty text adds nothing."""
        name, _, value = setting.partition("=")
        if not name:
            return self
        environment = self.environment | {name: value}
        known = identity.of_resolved(self.runtime, self.profile, self.expectations, environment)
        devices = tuple(
            dataclasses.replace(device, environment=device.environment | {name: value})
            for device in self.devices
        )
        return dataclasses.replace(self, environment=environment, known=known, devices=devices)


def on_device(runtime: runtimes.Runtime, common: tuple[str, ...], build: Path) -> OnDevice:
    """The runtime with a further device; `common` are its features without any device."""
    path = runtimes.write_json(runtime, build)
    problem = runtime.reason or runtime.offload_reason
    if not problem:
        answer = activation.ask(runtime, build)
        problem = answer.problem or answer.device_problem
        if not problem and not answer.device:
            problem = "its device was not reached"
    found = set(common) - set(tools.DEVICE)
    if not problem:
        assert runtime.offload
        found |= tools.device_features(runtime.offload.traces)
    return OnDevice(
        name=runtime.name.partition(ON)[2],
        runtime_json=str(path),
        features=tuple(sorted(found)),
        environment=runtime.environment | {program.PARTS: runtime.parts},
        problem=problem,
        simulated=bool(runtime.offload and runtime.offload.simulated),
    )


def resolve(runtime: runtimes.Runtime, profile: str, expectations: str, build: Path) -> Resolved:
    """UserError if the runtime cannot be judged, or if a tool or a file is missing."""
    path = runtimes.write_json(runtime, build)
    described: Json = json.loads(path.read_text(encoding="utf-8"))
    settings = described["environment"]
    known = identity.of_resolved(described, profile, expectations, settings)
    answer = activation.ask(runtime, build)
    if answer.problem:
        raise UserError(f"the runtime {runtime.name} cannot be judged: {answer.problem}")
    found = tools.features(described, answer.ompt, answer.device)
    if answer.ompt:
        found |= features.find(path, build)
    return Resolved(
        runtime=described,
        profile=profile,
        expectations=expectations,
        answer=answer,
        known=known,
        tools=tools.find(build, path, profile, described),
        features=tuple(sorted(found)),
        environment=settings | {program.PARTS: described["parts"]},
        rules=tuple(catalogue.load()),
        devices=tuple(
            on_device(device, tuple(found), build) for device in runtime.on_devices if answer.ompt
        ),
    )


def write(resolved: Resolved, path: Path) -> None:
    files.write_text(path, json.dumps(dataclasses.asdict(resolved)))


def read(path: Path) -> Resolved:
    """The file that `write` wrote. UserError if it cannot be read."""
    try:
        row: Json = json.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(row, Resolved)
    except (OSError, ValueError) as error:  # also msgspec's
        raise UserError(f"cannot read {path}: {error}") from None
