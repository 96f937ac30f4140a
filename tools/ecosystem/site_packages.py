"""The folder of the packages: those of packages.txt as the registry has them, in a folder that is named for the list.

It lies in the user's cache, so that a clean checkout finds it, and is made whole or not at all. torchvision's compiled
operators need the libtorch with CUDA that they were built with. They are taken out, and the two that its own Python
registers derivatives of shapes for are declared, as their library would have: a call of one says that it has no kernel.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = HERE / "packages.txt"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pytorch_c"
_KEY = hashlib.sha256(PACKAGES.read_bytes() + Path(__file__).read_bytes() + sys.version.encode()).hexdigest()[:16]
SITE = CACHE / f"ecosystem-{_KEY}"
DECLARED = """

# Added by tools/ecosystem of pytorch_c, in the place of _C.so: the schemas that _meta_registrations.py needs.
import torch.library

_schemas = torch.library.Library("torchvision", "FRAGMENT")
_schemas.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
_schemas.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
"""


def is_here():
    """Returns whether the packages are in the cache."""
    return SITE.is_dir()


def install():
    """Makes the folder, where it is not there."""
    if is_here():
        return
    making = SITE.with_name(f"{SITE.name}.{os.getpid()}")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--target"]
    try:
        subprocess.run([*pip, str(making), "-r", str(PACKAGES)], check=True)
        without_operators(making)
        shutil.rmtree(making / "tests", ignore_errors=True)  # a package's own, under the name of everyone's
        making.rename(SITE)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def without_operators(folder):
    """Takes torchvision's compiled operators out."""
    for library in [folder / "torchvision" / "_C.so", folder / "torchvision" / "image.so"]:
        library.unlink()
    shutil.rmtree(folder / "torchvision.libs")
    extension = folder / "torchvision" / "extension.py"
    extension.write_text(extension.read_text(encoding="utf-8") + DECLARED, encoding="utf-8")
