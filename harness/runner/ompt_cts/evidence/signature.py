"""Signs the statement with an installed tool: minisign, or OpenSSH's ssh-keygen -Y.

The kind of key selects the tool. No key is trusted by itself: the verifier names the owner of a
key.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.evidence.layout import STATEMENT

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
