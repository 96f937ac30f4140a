"""Rust: two crates, and a registry in a folder that has them."""

import hashlib
import json
import shutil

from workshop import HERE, run

CRATES = ("pytorch_c-sys", "pytorch_c")
CONFIG = """
[source.crates-io]
replace-with = "packages"
[source.packages]
local-registry = "{registry}"
[net]
offline = true
"""
PROJECT = """
[package]
name = "mlp"
version = "0.1.0"
edition = "2021"
[dependencies]
pytorch_c = "{version}"
"""


def make(shop):
    cargo, out = run.need("cargo"), shop.shelf("cargo")
    run.need("rustc")
    folder = shop.fresh("make", "rust", "rust")
    shutil.rmtree(folder)
    shutil.copytree(HERE / "rust", folder, ignore=shutil.ignore_patterns("target"))
    settings(folder, out)
    for name in CRATES:
        (folder / name / "LICENSE").write_bytes((shop.prefix / "LICENSE").read_bytes())
        shop.run(cargo, "package", "--allow-dirty", "--no-verify", "--offline", "-p", name, folder=folder)
        crate = shutil.copy(folder / "target" / "package" / f"{name}-{shop.version}.crate", out)
        listed(shop, out, name, crate)
    return sorted(out.glob("*.crate"))


def settings(folder, registry):
    """Cargo's settings for a folder in which the registry stands for crates.io."""
    (folder / ".cargo").mkdir(exist_ok=True)
    (folder / ".cargo" / "config.toml").write_text(CONFIG.format(registry=registry))


def listed(shop, registry, name, crate):
    """Adds a crate to the index of the registry."""
    on = [] if name == CRATES[0] else [CRATES[0]]
    common = {"features": [], "optional": False, "default_features": True, "target": None, "kind": "normal"}
    line = {
        "name": name,
        "vers": shop.version,
        "deps": [{"name": other, "req": f"^{shop.version}", **common} for other in on],
        "cksum": hashlib.sha256(open(crate, "rb").read()).hexdigest(),
        "features": {},
        "yanked": False,
        "links": "pytorch_c" if name == CRATES[0] else None,
    }
    folder = registry / "index" / name[:2] / name[2:4]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(line) + "\n")


def use(shop, made, folder):
    settings(folder, made[0].parent)
    (folder / "Cargo.toml").write_text(PROJECT.format(version=shop.version))
    (folder / "src").mkdir()
    shutil.copy(HERE / "rust" / "pytorch_c" / "examples" / "mlp.rs", folder / "src" / "main.rs")
    libraries = shop.prefix / "lib"
    shop.run(run.need("cargo"), "build", "--release", folder=folder, CARGO_TARGET_DIR=str(folder / "target"))
    return ["env", f"LD_LIBRARY_PATH={libraries}", folder / "target" / "release" / "mlp"]
