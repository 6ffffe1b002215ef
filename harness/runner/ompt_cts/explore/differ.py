"""Programs that end otherwise on another runtime, or with another number of threads.

Each ends well with the predicted view, or with another one, or badly. The prediction (model.py)
is of the program alone, so a difference is the runtime's.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from ompt_cts.files import Json
from ompt_cts.verdict.breaches import NUMBER


def end_of(row: Json) -> str:
    """How the program ended, without numbers of a runtime's lines; `as predicted` also where the
    runtime chooses the view."""
    if "causes" not in row:
        return f"{row['status']}: {NUMBER.sub('#', row['reason'])}"
    return f"another view, {row['view']}" if row["view"] else "as predicted"


def differences(variants: Mapping[str, Sequence[Json]]) -> Counter[tuple[str, str]]:
    """The different ends of the programs that all variants have run: for each text, with the name
    of its first program, the number of programs."""
    ends = {name: {row["name"]: end_of(row) for row in rows} for name, rows in variants.items()}
    found: dict[str, list[str]] = {}
    for program in sorted(set.intersection(*(set(those) for those in ends.values()))):
        its = {name: those[program] for name, those in ends.items()}
        if len(set(its.values())) > 1:
            words: dict[str, list[str]] = {}
            for name, end in its.items():
                words.setdefault(end, []).append(name)
            text = "; ".join(f"{end} ({', '.join(names)})" for end, names in words.items())
            found.setdefault(text, []).append(program)
    return Counter({(text, programs[0]): len(programs) for text, programs in found.items()})
