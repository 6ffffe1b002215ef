"""The statement: the page of a bundle that a person fills in and signs.

The statement names the manifest's checksum, and with it every file of the bundle. It repeats the
bundle's claims, so that people sign only what they have read.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.evidence import layout, waivers
from ompt_cts.evidence.layout import STATEMENT
from ompt_cts.evidence.waivers import Waiver
from ompt_cts.reports import phrases
from ompt_cts.reports.report import Report

# Signs the statement with an installed tool: minisign, or OpenSSH's ssh-keygen -Y.
#
# The kind of key selects the tool. No key is trusted by itself: the verifier names the owner of a
# key.

NAMESPACE = "ompt-cts"  # of ssh signatures: a signature for another purpose does not count
MINISIGN, SSH = "minisign", "ssh-keygen"
LARGEST_KEY = 1 << 20
SUFFIX = {MINISIGN: ".minisig", SSH: ".sig"}


def tool_of(key: Path) -> str:
    """The program of a key, secret or public. UserError if the key is unreadable or the program missing."""
    text = files.read_bytes(key, LARGEST_KEY).decode(errors="replace")
    if not key.is_file():  # the program would wait for a pipe's writer
        raise UserError(f"{key} is no file")
    tool = MINISIGN if text.startswith("untrusted comment:") else SSH
    if not shutil.which(tool):
        raise UserError(f"{key} is a key of {tool}, which is not installed")
    return tool


def _run(words: list[str], given: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(words, input=given, capture_output=True, check=False)


def sign(bundle: Path, key: Path) -> Path:
    """Signs the bundle's statement; the program asks for the key's passphrase, if it has one."""
    tool, statement = tool_of(key), bundle / STATEMENT
    signature = statement.with_name(STATEMENT + SUFFIX[tool])
    signature.unlink(missing_ok=True)
    words = [tool, "-S", "-s", str(key), "-m", str(statement), "-x", str(signature)]
    if tool == SSH:
        words = [tool, "-Y", "sign", "-n", NAMESPACE, "-f", str(key), str(statement)]
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if done.returncode or not signature.is_file():
        lines = done.stderr.decode(errors="replace").split("\n")
        reason = next((line for line in lines if line.strip()), f"status {done.returncode}")
        raise UserError(f"{tool} has not signed {statement}: {reason.strip()}")
    return signature


def present(bundle: Path) -> list[str]:
    """The programs whose signatures lie beside the statement."""
    return [tool for tool, suffix in SUFFIX.items() if (bundle / (STATEMENT + suffix)).is_file()]


def verify(bundle: Path, key: Path) -> str:
    """Why this public key does not verify the statement; empty if it does. UserError if the program
    is missing."""
    tool, statement = tool_of(key), bundle / STATEMENT
    signature = statement.with_name(STATEMENT + SUFFIX[tool])
    if not signature.is_file():
        return f"the statement has no signature of {tool}"
    if tool == MINISIGN:
        done = _run([tool, "-V", "-p", str(key), "-m", str(statement), "-x", str(signature)])
        return "" if done.returncode == 0 else "the signature is not one of this statement and key"
    with tempfile.TemporaryDirectory() as folder:
        signers = Path(folder) / "signers"
        words = files.read_bytes(key, LARGEST_KEY).decode(errors="replace").split()
        if len(words) < 2:
            raise UserError(f"{key} is no public key")
        signers.write_text(f'signer namespaces="{NAMESPACE}" {words[0]} {words[1]}\n')
        command = [tool, "-Y", "verify", "-n", NAMESPACE, "-I", "signer"]
        command += ["-f", str(signers), "-s", str(signature)]
        done = _run(command, statement.read_bytes())
    return "" if done.returncode == 0 else "the signature is not one of this statement and key"


BLANK = "(to be filled in)"
FILLED = ("submitter", "product", "contact", "date")
TEXT = """\
OMPT-CTS: statement of conformance testing

submitter: {submitter}
product: {product}
contact: {contact}
date: {date}

runtime: {runtime}
sha256: {sha256}
suite: {suite}
answer: {answer}
waivers: {waivers}
manifest: {manifest}

The submitter states that the runtime named above has produced the traces of this bundle, with the
programs of the named suite, unmodified but for the patches that the bundle holds; that no result has
been left out; and that each waiver has been approved by the person it names.
"""
LINE = re.compile(r"^(\w+): (.*)$", re.MULTILINE)


def expected(folder: Path, report: Report, given: list[Waiver]) -> dict[str, str]:
    """The lines that follow from the bundle."""
    runtime, suite = report["runtime"], report["suite"]
    lines = {
        "runtime": f"{runtime['title'] or runtime['name']}, {runtime['version_string']}",
        "sha256": runtime["sha256"],
        "suite": f"{suite['version']}, commit {suite['commit']}",
        "answer": phrases.conformance(report),
        "waivers": f"{len(given)}, for {len(waivers.broken(report))} broken rules, of which "
        f"{len(waivers.unwaived(report, given))} are not waived",
        "manifest": layout.checksum(folder / layout.MANIFEST),
    }
    return {key: " ".join(value.split()) for key, value in lines.items()}


def write(folder: Path, report: Report, given: list[Waiver], filled: dict[str, str]) -> None:
    """Writes the statement; `filled`: submitter, product, contact and date as far as known."""
    own = {key: " ".join(filled.get(key, "").split()) or BLANK for key in FILLED}
    text = TEXT.format(**own, **expected(folder, report, given))
    files.write_text(folder / layout.STATEMENT, text)


def problems(folder: Path, report: Report, given: list[Waiver]) -> tuple[list[str], list[str]]:
    """The wrong lines of the statement, and the lines that are not filled in."""
    path = folder / layout.STATEMENT
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ["the statement is missing or cannot be read"], []
    said: dict[str, str] = {}
    found = []
    for key, value in LINE.findall(text):
        if key in said:
            found.append(f"the statement says {key} twice")
        said[key] = " ".join(value.split())
    for key, value in expected(folder, report, given).items():
        if said.get(key) != value:
            found.append(
                f"the statement's {key} is {said.get(key, 'missing')!r}, expected {value!r}"
            )
    filled = {key: said.get(key, "") for key in FILLED}
    wanted = TEXT.format(**filled, **expected(folder, report, given)).splitlines()
    lines = [" ".join(line.split()) for line in text.splitlines()]
    for number, line in enumerate([] if found else lines, 1):
        if lines[:number] != wanted[:number] or not line.isprintable():
            found.append(f"line {number} of the statement differs: {line!r:.100}")
            break
    if not found and len(lines) < len(wanted):
        found.append(f"the statement ends before {wanted[len(lines)]!r:.100}")
    told = {
        key: text for key, text in said.items() if text != BLANK and any(map(str.isalnum, text))
    }
    blank = [key for key in FILLED if key not in told]
    return found, blank
