"""A description of a runtime, resolved on this machine."""

from dataclasses import asdict, dataclass, field
from typing import Any

from ompt_cts.runtime.description import Flags, Offload, Target

SCHEMA_VERSION = 1


@dataclass
class Compiler:
    path: str
    real: str
    version: str


@dataclass
class Runtime:
    """A description resolved on this machine; `available` is false with a `reason`."""

    name: str
    title: str
    family: str
    source: str
    ompt: bool
    available: bool = False
    reason: str = ""
    library: str = ""
    library_real: str = ""
    sha256: str = ""
    interface: str = ""  # a digest of everything that linking uses, see loading.interface
    compilers: dict[str, Compiler] = field(default_factory=dict)
    flags: dict[str, Flags] = field(default_factory=dict)
    include_dirs: list[str] = field(default_factory=list)
    library_dirs: list[str] = field(default_factory=list)
    aliases: list[str] = field(default_factory=list)
    parts: str = ""  # the folder in which its parts find each other by name, made by write_json
    environment: dict[str, str] = field(default_factory=dict)
    target: Target | None = None
    offload: Offload | None = None
    offload_reason: str = ""
    on_devices: list["Runtime"] = field(default_factory=list)  # with each further device
    provision: bool = False
    notes: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)  # its name on the command line

    def to_json(self) -> dict[str, Any]:
        data = {"schema_version": SCHEMA_VERSION, **asdict(self)}
        data["on_devices"] = [device.name for device in self.on_devices]
        if self.offload:
            data["offload"]["library"] = self.offload.library[0]
        return data
