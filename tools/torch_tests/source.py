"""PyTorch's source with its tests: a folder or a version that SOURCE names, or 2.6; Debian's archives, fetched once."""

from __future__ import annotations

import os
import re
import subprocess
import urllib.request
from pathlib import Path

KEPT = Path(__file__).resolve().parent.parent.parent / "build" / "torch-source"
PACKAGE = "pytorch=2.6.0+dfsg-7"
POOL = "http://deb.debian.org/debian/pool/main/p/pytorch/pytorch_{}+dfsg.orig.tar.xz"
LIST = "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main\n"


def version() -> str:
    """Returns the version that SOURCE asks for, "2.12.1"; empty for the one that the page is about, and for folders."""
    asked = os.environ.get("SOURCE", "")
    return asked if re.fullmatch(r"\d+\.\d+\.\d+", asked) else ""


def find() -> Path | str:
    """The folder, or why there is none."""
    if os.environ.get("SOURCE") and not version():
        folder = Path(os.environ["SOURCE"]).resolve()
        return folder if (folder / "test" / "test_torch.py").exists() else f"{folder} has no test/test_torch.py"
    found = _unpacked()
    if found is None:
        try:
            _fetch_version() if version() else _fetch()
        except (OSError, subprocess.SubprocessError) as error:
            said = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
            return f"PyTorch's source cannot be fetched ({said[-1] if said else error}); SOURCE=folder names one"
        found = _unpacked()
    return found or f"{version() or PACKAGE} has no test/test_torch.py"


def _unpacked():
    folder = KEPT / version() if version() else KEPT
    return next((path.parent.parent for path in folder.glob("*/test/test_torch.py")), None)


def _fetch_version():
    """Fetches and unpacks the archive of a version that is in no list, as long as Debian's pool has it."""
    folder = KEPT / version()
    folder.mkdir(parents=True, exist_ok=True)
    with urllib.request.urlopen(POOL.format(version()), timeout=60) as archive:  # noqa: S310  (the scheme is ours)
        subprocess.run(["tar", "-xJ"], cwd=folder, check=True, input=archive.read(), capture_output=True)


def _fetch():
    """Fetches and unpacks the source package with lists of its own: the machine's stay as they are."""
    lists = KEPT / "apt"
    for folder in ("lists/partial", "cache/archives/partial"):
        (lists / folder).mkdir(parents=True, exist_ok=True)
    (lists / "sources.list").write_text(LIST)
    options = [
        f"-o={key}={lists / value}"
        for key, value in (
            ("Dir::Etc::SourceList", "sources.list"),
            ("Dir::Etc::SourceParts", "none"),
            ("Dir::State::Lists", "lists"),
            ("Dir::Cache", "cache"),
        )
    ]
    for command in (["update"], ["source", "--download-only", PACKAGE]):
        subprocess.run(["apt-get", "-q", *options, *command], cwd=KEPT, check=True, capture_output=True, text=True)
    archive = next(KEPT.glob("pytorch_*.orig.tar.xz"))
    subprocess.run(["tar", "-xJf", str(archive)], cwd=KEPT, check=True, capture_output=True, text=True)
