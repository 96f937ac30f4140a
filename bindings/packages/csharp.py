"""C#: a package of NuGet, whose assembly mono maps to the C library."""

import shutil
import zipfile

from workshop import HERE, run

TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="nuspec" ContentType="application/octet"/>
<Default Extension="dll" ContentType="application/octet"/>
<Default Extension="xml" ContentType="application/octet"/>
<Default Extension="config" ContentType="application/octet"/>
</Types>
"""
RELATIONS = """<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/PytorchC.nuspec" Id="R1"/>
</Relationships>
"""
FRAMEWORK = "lib/net472"


def make(shop):
    compiler, at, out = run.need("mcs", " (mono)"), HERE / "csharp", shop.shelf("nuget")
    folder = shop.fresh("make", "csharp")
    shop.generated("csharp", folder)
    library, notes = folder / "PytorchC.dll", folder / "PytorchC.xml"
    sources = [*sorted(at.glob("*.cs")), folder / "Torch.cs", folder / "Core.cs", folder / "Layers.cs"]
    shop.run(compiler, "-target:library", "-nowarn:1591", f"-out:{library}", f"-doc:{notes}", *sources)
    config = '<configuration><dllmap dll="pytorch_c" target="libpytorch_c.so.0"/></configuration>\n'
    package = out / f"PytorchC.{shop.version}.nupkg"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as into:
        into.writestr("[Content_Types].xml", TYPES)
        into.writestr("_rels/.rels", RELATIONS)
        into.write(shop.stamped(at / "PytorchC.nuspec", folder / "PytorchC.nuspec"), "PytorchC.nuspec")
        for path in (library, notes):
            into.write(path, f"{FRAMEWORK}/{path.name}")
        into.writestr(f"{FRAMEWORK}/PytorchC.dll.config", config)
    return [package]


def use(shop, made, folder):
    compiler, command = run.need("mcs"), run.need("mono")
    if shutil.which("nuget"):
        shop.run("nuget", "install", "PytorchC", "-Source", made[0].parent, "-OutputDirectory", folder, folder=folder)
    else:
        with zipfile.ZipFile(made[0]) as package:
            package.extractall(folder / f"PytorchC.{shop.version}")
    found = folder / f"PytorchC.{shop.version}" / FRAMEWORK
    for path in found.iterdir():
        shutil.copy(path, folder)
    source = HERE / "csharp" / "programs" / "mlp.cs"
    shop.run(compiler, f"-r:{folder / 'PytorchC.dll'}", f"-out:{folder / 'mlp.exe'}", source)
    return ["env", f"LD_LIBRARY_PATH={shop.prefix / 'lib'}", command, folder / "mlp.exe"]
