"""Go: a module under a path that can be fetched, in a folder that serves as a proxy of modules."""

import json
import os
import shutil
import zipfile
from pathlib import Path
from urllib.parse import urlparse

from workshop import HERE, run

TIME = "2026-01-01T00:00:00Z"


def path():
    """The path of the module: below the repository's page, PTC_URL, or one that no host has."""
    found = urlparse(os.environ.get("PTC_URL", ""))
    place = f"{found.netloc}{found.path}".rstrip("/").lower()
    return f"{place}/bindings/go" if place else "pytorch-c.invalid/gotorch"


def make(shop):
    command = settings(shop)
    out, at, name = shop.shelf("go"), shop.fresh("make", "go", "source"), path()
    tracked = [one for one in (HERE / "go").rglob("*") if one.is_file() and not one.name.endswith("_gen.go")]
    for one in tracked:
        target = at / one.relative_to(HERE / "go")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(one, target)
    shop.run(command, "generate", "./aten", folder=at)
    for one in at.rglob("*.go"):
        text = one.read_text()
        one.write_text(text.replace('"gotorch/', f'"{name}/').replace('"gotorch"', f'"{name}"'))
    (at / "go.mod").write_text((at / "go.mod").read_text().replace("module gotorch", f"module {name}"))
    shop.licence(at)
    return [served(shop, out, at, name)]


def settings(shop):
    """The command go, which asks nobody but what a command names."""
    command = run.newest_go()
    shop.environment |= {
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
        "GOFLAGS": "-mod=mod",
        "GONOSUMDB": "*",
        "GOPATH": str(shop.build / "gopath"),
        "GOMODCACHE": str(shop.build / "gopath" / "mod"),
        "PATH": f"{Path(command).parent}:{os.environ['PATH']}",
    }
    return command


def served(shop, out, source, name):
    """Puts a module where the protocol of proxies has it; the zip."""
    version = f"v{shop.version}"
    folder = out / name / "@v"
    folder.mkdir(parents=True)
    (folder / "list").write_text(f"{version}\n")
    (folder / f"{version}.info").write_text(json.dumps({"Version": version, "Time": TIME}))
    shutil.copy(source / "go.mod", folder / f"{version}.mod")
    with zipfile.ZipFile(folder / f"{version}.zip", "w", zipfile.ZIP_DEFLATED) as into:
        for one in sorted(source.rglob("*")):
            if one.is_file():
                entry = zipfile.ZipInfo(f"{name}@{version}/{one.relative_to(source)}")
                entry.compress_type = zipfile.ZIP_DEFLATED
                into.writestr(entry, one.read_bytes())
    return folder / f"{version}.zip"


def use(shop, made, folder):
    command, name = settings(shop), path()
    project = "example.com/first"
    (folder / "fashion").mkdir()
    for program, file in (("example/mlp/mlp.go", "main.go"), ("internal/fashion/fashion.go", "fashion/fashion.go")):
        text = (HERE / "go" / program).read_text().replace('"gotorch/internal/fashion"', f'"{project}/fashion"')
        (folder / file).write_text(text.replace('"gotorch/', f'"{name}/').replace('"gotorch"', f'"{name}"'))
    proxy = f"file://{shop.out / 'go'}"
    shop.run(command, "mod", "init", project, folder=folder)
    shop.run(command, "get", f"{name}@v{shop.version}", folder=folder, GOPROXY=proxy)
    shop.run(command, "build", "-o", "mlp", ".", folder=folder, GOPROXY=proxy)
    shop.run(command, "clean", "-modcache")  # whose files are read-only
    return [folder / "mlp"]
