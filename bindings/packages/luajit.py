"""LuaJIT: a rockspec, and the rock that luarocks makes of it."""

import shutil

from workshop import HERE, archive, run


def make(shop):
    rocks, at, out = run.need("luarocks"), HERE / "luajit", shop.shelf("luarocks")
    folder = shop.fresh("make", "luajit", f"pytorch_c-{shop.version}")
    for path in at.glob("pytorch_c*.lua"):
        shutil.copy(path, folder)
    shop.generated("luajit", folder)
    shop.licence(folder)
    modules = ", ".join(f"['{path.stem}'] = '{path.name}'" for path in sorted(folder.glob("*.lua")))
    sources = archive(folder, out / f"{folder.name}-luajit.tar.gz")
    spec = shop.stamped(
        at / "pytorch_c.rockspec",
        out / f"pytorch_c-{shop.version}-1.rockspec",
        ARCHIVE=sources.name,
        FOLDER=folder.name,
        MODULES=modules,
    )
    tree = shop.fresh("make", "luajit", "tree")
    shop.run(rocks, "--lua-version=5.1", f"--tree={tree}", "make", spec, folder=folder)
    shop.run(rocks, "--lua-version=5.1", f"--tree={tree}", "pack", "pytorch_c", folder=out)
    return [spec, *out.glob("*.rock")]


def use(shop, made, folder):
    command, rocks = run.need("luajit"), run.need("luarocks")
    shop.run(rocks, "--lua-version=5.1", f"--tree={folder}", "install", made[1])
    shutil.copy(HERE / "luajit" / "mlp.lua", folder)
    return ["env", f"LUA_PATH={folder}/share/lua/5.1/?.lua", command, folder / "mlp.lua"]
