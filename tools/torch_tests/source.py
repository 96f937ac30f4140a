"""PyTorch's source with its tests: a folder that SOURCE names, or Debian's source package, fetched once."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

KEPT = Path(__file__).resolve().parent.parent.parent / "build" / "torch-source"
PACKAGE = "pytorch=2.6.0+dfsg-7"
LIST = "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main\n"


def find() -> Path | str:
    """The folder, or why there is none."""
    if os.environ.get("SOURCE"):
        folder = Path(os.environ["SOURCE"]).resolve()
        return folder if (folder / "test" / "test_torch.py").exists() else f"{folder} has no test/test_torch.py"
    found = _unpacked()
    if found is None:
        try:
            _fetch()
        except (OSError, subprocess.SubprocessError) as error:
            said = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
            return f"PyTorch's source cannot be fetched ({said[-1] if said else error}); SOURCE=folder names one"
        found = _unpacked()
    return found or f"{PACKAGE} has no test/test_torch.py"


def _unpacked():
    return next((path.parent.parent for path in KEPT.glob("*/test/test_torch.py")), None)


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
