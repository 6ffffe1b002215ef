"""The starts of test programs: on this machine or through the launcher of another one."""

from ompt_cts.system.session import Program

# The starter of programs for another machine (runtimes/template.toml): its words, one a line, and
# whether they go through a shell; whether it is an emulator; the factor on time limits.
LAUNCHER = "OMPT_CTS_LAUNCHER"
THROUGH_SHELL = "OMPT_CTS_LAUNCHER_THROUGH_SHELL"
EMULATED = "OMPT_CTS_EMULATED"
SLOWER = "OMPT_CTS_SLOWER"
HANDED_ON = ("OMP_", "OMPT_", "KMP_", "GOMP_", "CTS_", "LIBOMP", "LD_")  # variables, to a shell
PARTS = "OMPT_CTS_PARTS"  # the folder in which a runtime's parts find each other (loading.py)


def with_parts(env: dict[str, str]) -> dict[str, str]:
    """The environment in which the parts of a program's runtime find each other."""
    parts = env.get(PARTS, "")
    folders = [entry for entry in env.get("LD_LIBRARY_PATH", "").split(":") if entry]
    if not parts or parts in folders:
        return env
    return {**env, "LD_LIBRARY_PATH": ":".join([*folders, parts])}


def launched_by(
    launcher: list[str], through_shell: bool, emulated: bool, slower: int
) -> dict[str, str]:
    """The variables that tell how programs of another machine are started."""
    told = {LAUNCHER: "\n".join(launcher), SLOWER: str(slower)}
    told |= {THROUGH_SHELL: "1"} if through_shell else {}
    return told | ({EMULATED: "1"} if emulated else {})


def launched(command: list[str], env: dict[str, str]) -> list[str]:
    """The command that runs a program of the runtime under test, here or on its own machine."""
    launcher = env.get(LAUNCHER, "")
    if not launcher:
        return command
    if env.get(THROUGH_SHELL):
        import shlex

        handed = [f"{name}={env[name]}" for name in sorted(env) if name.startswith(HANDED_ON)]
        command = [shlex.quote(word) for word in ("env", *handed, *command)]
    return [*launcher.split("\n"), *command]


def start(command: list[str], env: dict[str, str]) -> Program:
    """Starts a program of the runtime under test. OSError."""
    env = with_parts(env)
    return Program(launched(command, env), env)
