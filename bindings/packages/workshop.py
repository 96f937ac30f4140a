"""Workshop in which packages are made: the unpacked library, its generators, and folders."""

import gzip
import json
import os
import shutil
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]  # bindings/
sys.path.insert(0, str(HERE))
import run  # noqa: E402, which is in that folder

# Clients that want to fetch something find a proxy that is not there; OPEN brings back what this process was given.
PROXIES = [name for word in ("http_proxy", "https_proxy") for name in (word, word.upper())]
OFFLINE = dict.fromkeys(PROXIES, "http://127.0.0.1:9")
OPEN = {name: os.environ.get(name, "") for name in PROXIES}


class Workshop(run.Place):
    """The unpacked tarball, where packages go, and folders to work in."""

    def __init__(self, tarball, libtorch, out, build):
        shutil.rmtree(build, ignore_errors=True)
        build.mkdir(parents=True)
        with tarfile.open(tarball) as archive:
            archive.extractall(build, filter="fully_trusted")
        (prefix,) = build.glob("pytorch_c-*")
        (prefix / "libtorch").symlink_to(libtorch.resolve())
        super().__init__(prefix, build)
        self.out = out.resolve()
        self.version = json.loads(self.api.read_text())["version"]
        self.environment |= OFFLINE

    def fresh(self, *names):
        """An empty folder to work in."""
        folder = self.build.joinpath(*names)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def shelf(self, name):
        """The empty folder of dist/ for the packages of an ecosystem."""
        folder = self.out / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def stamped(self, source, target, **words):
        """Copies a file with the version and other words in their @PLACES@."""
        text = source.read_text()
        for name, word in ({"VERSION": self.version} | words).items():
            text = text.replace(f"@{name}@", word)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        return target

    def licence(self, folder):
        shutil.copy(self.prefix / "LICENSE", folder)

    def generated(self, name, *words):
        """Runs the generator of a binding, which is Python's."""
        return self.run(sys.executable, HERE / name / "generate.py", self.api, *words)


def archive(folder, target):
    """A folder as a tarball that holds it under its own name, the same bytes for the same files."""

    def plain(entry):
        entry.mtime = entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        return entry

    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed,
        tarfile.open(None, "w", packed) as out,
    ):
        out.add(folder, folder.name, filter=plain)
    return target
