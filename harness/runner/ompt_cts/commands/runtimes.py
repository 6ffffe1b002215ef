"""List the runtimes on this machine, verify that programs load the right library of each, and obtain
missing runtimes."""

import argparse
import json
import os
import sys
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.progress import say
from ompt_cts.runtime import obtain, proof, resolution, runtimes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="only these runtimes (default: all)"
    )
    parser.add_argument(
        "--json", metavar="FILE", help="write all properties to this file; - is standard output"
    )
    parser.add_argument(
        "--provision",
        action="append",
        default=[],
        metavar="NAME",
        help="obtain a runtime into the user's cache; `all` for every obtainable one",
    )
    parser.add_argument(
        "--force", action="store_true", help="with --provision: obtain the runtime again"
    )
    parser.add_argument(
        "--verify",
        action="store_true",
        help="compile and run a small program with each and check the loaded library",
    )


def run(args: argparse.Namespace) -> int:
    failed = provision(args.provision, args.force) if args.provision else 0
    chosen = list(args.names)
    if args.provision and "all" not in args.provision:
        chosen += [name for name in args.provision if name not in chosen]
    found = [runtimes.resolve(d) for d in select(chosen)]
    usable = [r for r in found if r.available]
    for runtime in usable:
        runtimes.write_json(runtime)
    results: dict[str, proof.Proof] = {}
    if args.verify or args.provision:
        for runtime in usable:
            results[runtime.name] = proof.verify(runtime)
            failed |= not results[runtime.name].ok
    rows = [row(r, results.get(r.name)) for r in found]
    text = json.dumps({"schema_version": resolution.SCHEMA_VERSION, "runtimes": rows}, indent=1)
    if args.json == "-":
        print(text)
        return 2 if failed else 0
    if args.json:
        files.write_text(Path(args.json), text + "\n")
    show(found, results)
    return 2 if failed else 0


def select(names: list[str]) -> list[runtimes.Description]:
    if not names:
        return runtimes.all_descriptions()
    return [runtimes.find_description(name) for name in names]


def provision(names: list[str], force: bool) -> int:
    """Obtains each runtime; continues after a failure and reports it at the end."""
    if "all" in names:
        wanted = [d for d in runtimes.all_descriptions() if d.provision]
    else:
        wanted = [runtimes.find_description(name) for name in names]
    failed = 0
    for description in wanted:
        try:
            if not obtain.obtain(description, force):
                say(f"{description.name} already exists")
        except UserError as error:
            if len(wanted) == 1:
                raise
            failed = 1
            say(f"error: {description.name}: {error}")
    return failed


def row(runtime: runtimes.Runtime, result: proof.Proof | None) -> dict[str, object]:
    data = runtime.to_json()
    del data["schema_version"]
    data["verified"] = None if result is None else result.to_json()
    return data


def devices_of(runtime: runtimes.Runtime) -> list[str]:
    """The triple of the first device, and the names of the others for --runtime."""
    first = [runtime.offload.triple] if runtime.offload else []
    return first + [device.name.removeprefix(runtime.name) for device in runtime.on_devices]


def why_not(runtime: runtimes.Runtime) -> str:
    """The reason without the advice, which is printed once below the table."""
    return f"[red]{short(runtime.reason.partition('; ompt-cts')[0])}[/]"


def short(text: str) -> str:
    """Paths in the home folder as people write them."""
    return text.replace(os.path.expanduser("~") + "/", "~/")


def show(found: list[runtimes.Runtime], results: dict[str, proof.Proof]) -> None:
    from rich.table import Table

    from ompt_cts.reports.terminal import Output

    table = Table(box=None, pad_edge=False, header_style="bold")
    columns = ["runtime", "", "library", "sha256", "compilers", "OMPT", "offload"]
    for column in columns + ["verified"] * bool(results):
        table.add_column(column, overflow="fold")
    for runtime in found:
        cells = [
            runtime.name,
            "[green]yes[/]" if runtime.available else "[red]no[/]",
            short(runtime.library_real) or why_not(runtime),
            runtime.sha256[:12],
            ", ".join(c.path.rpartition("/")[2] for c in runtime.compilers.values()),
            "expected" if runtime.ompt else "none",
            "\n".join(devices_of(runtime)) or "-",
        ]
        if runtime.library and not runtime.available:
            cells[2] += "\n" + why_not(runtime)
        if results:
            result = results.get(runtime.name)
            cells.append(result.summary() if result else "")
        table.add_row(*cells)
    width = None if sys.stdout.isatty() else 180
    Output(width=width, highlight=False).print(table)
    missing = [r.name for r in found if not r.available and r.provision]
    if missing:
        print(f"\nto obtain a missing one: ompt-cts runtimes --provision {missing[0]}   (or: all)")
