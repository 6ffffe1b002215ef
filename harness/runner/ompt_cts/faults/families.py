"""A scenario of the synthetic runtime for both families of callbacks: with emi in their names, and
without."""

import re

from ompt_cts.catalogue import case_files

OPERATION = re.compile(r" (target_\w+)_emi endpoint=\w+(?: target=R(\d+))? host_op=\+?O(\d+)")
REGION = re.compile(r" target_emi (.*) target=\+?R(\d+)")
IDENTIFIER = re.compile(r"\b(host_op_id|target_id)=[RO](\d+)")
RECORD = re.compile(r"(type=target .* target_id=(\d+) body=\[\w+,\w+,\w+,)0,")  # of a region
# Without emi an operation has one event: that of a data operation when its addresses are known.
LEFT_OUT = (" target_data_op_emi endpoint=begin ", " target_submit_emi endpoint=end ")
BOTH = "# TARGET: emi classic"
PRELUDE, PLAYED = (
    "== prelude ",
    "== played",
)  # which begin the lines of a prelude, and the scenario's own


def by_family(scenario: str) -> dict[str, str]:
    """The scenario's text by family if it says that it is for both, else itself, by no name."""
    if BOTH not in scenario:
        return {"": scenario}
    preludes: dict[str, list[str]] = {}
    lines = preludes[""] = []
    for line in scenario.splitlines():
        if line.startswith(PRELUDE):
            lines = preludes[line.removeprefix(PRELUDE)] = []
        elif line == PLAYED:
            lines = preludes[""]
        elif line:
            lines.append(line)
    given = (case_files.expand(line, preludes) for line in preludes[""])
    scenario = "\n".join(e for expanded in given for e in expanded) + "\n"
    told = {"emi": scenario, "classic": "\n".join(_classic(scenario)) + "\n"}
    return {family: text.replace(BOTH, f"# TARGET: {family}") for family, text in told.items()}


def _classic(scenario: str) -> list[str]:
    lines = [e for e in scenario.splitlines() if not any(word in e for word in LEFT_OUT)]
    lines = [OPERATION.sub(r" \1 target_id=\2 host_op_id=\3", e) for e in lines]
    lines = [REGION.sub(r" target \1 target_id=\2", e) for e in lines]
    lines = [re.sub(r"(type=target\w*)_emi", r"\1", e) for e in lines]
    lines = [IDENTIFIER.sub(r"\1=\2", e).replace("target_id= ", "target_id=0 ") for e in lines]
    return [RECORD.sub(r"\1\2,", e) for e in lines]
